import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createShopifyFetch } from "#app/shopify/shopify-fetch.server.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const server = createServer((request, response) => {
  if (request.url === "/never") return;
  const { url, method, headers } = request;
  request.setEncoding("utf8");
  let body = "";
  request.on("data", (chunk: string) => {
    body += chunk;
  });
  request.on("end", () =>
    response.end(JSON.stringify({ url, method, host: headers["x-forwarded-host"], body })),
  );
});

let standinUrl = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  standinUrl = `http://127.0.0.1:${portOf(server.address())}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function portOf(address: string | AddressInfo | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe("with a stand-in", () => {
  it("sends what is meant for a shop to the stand-in, naming the shop", async () => {
    const fetch = createShopifyFetch({ standinUrl });
    const response = await fetch("https://karwan-demo.myshopify.com/admin/x?y=1", {
      method: "POST",
      body: "{}",
    });
    await expect(response.json()).resolves.toEqual({
      url: "/admin/x?y=1",
      method: "POST",
      host: "karwan-demo.myshopify.com",
      body: "{}",
    });
  });

  it("ends a call that is never answered when it is aborted, however much garbage was collected before", async () => {
    const fetch = createShopifyFetch({ standinUrl });
    const calls = Array.from({ length: 5 }, async () => {
      const { signal } = new AbortController();
      const ends = AbortSignal.any([AbortSignal.timeout(500), signal]);
      await fetch("https://karwan-demo.myshopify.com/never", { method: "POST", body: "{}", signal: ends });
    });
    const collecting = setInterval(collectGarbage, 20);
    const ended = await Promise.allSettled(calls);
    clearInterval(collecting);
    expect(ended.map(({ status }) => status)).toEqual(calls.map(() => "rejected"));
  });

  it.each(["https://example.com/", "https://karwan.myshopify.com.example/", "https://accounts.shopify.com/"])(
    "refuses to reach %s",
    async (url) => {
      await expect(createShopifyFetch({ standinUrl })(url)).rejects.toThrow(/does not speak for/);
    },
  );
});
