import { expect, it } from "vitest";
import { addressInAdmin } from "#app/ui/return-to-admin.ts";

const known = { shop: "karwan-demo.myshopify.com", host: "aG9zdA" };

it("names the shop and its host, keeps what the page was asked for, and drops the token of its time", () => {
  const address = addressInAdmin("https://app.example/orders?tab=all&id_token=eyJ.old#top", known);
  expect(address).toBe(
    "https://app.example/orders?tab=all&shop=karwan-demo.myshopify.com&host=aG9zdA&embedded=1",
  );
});

it("stays as it is where App Bridge knows nothing", () => {
  expect(addressInAdmin("https://app.example/orders?tab=all", {})).toBe("https://app.example/orders?tab=all");
});
