import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { toFilterParams, wholeCatalog } from "#app/domain/catalog/browse/catalog-filter.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { installedShop, type Pages, startPages } from "./pages-harness.ts";

let pages: Pages;

beforeAll(async () => {
  pages = await startPages();
  await installedShop(pages);
});
afterAll(() => pages?.close());

const shown = z.object({
  filter: z.record(z.string(), z.unknown()),
  sort: z.string(),
  view: z.string(),
  trouble: z.object({ title: z.string() }).nullable(),
});

async function read(search: string) {
  const response = await pages.read("products/route", `/products?${search}`);
  expect(response.status).toBe(200);
  return shown.parse(await response.json());
}

describe("the address of the catalog", () => {
  it("asks for everything when it says nothing", async () => {
    expect(await read("")).toMatchObject({ filter: wholeCatalog, sort: "catalog", view: "cards" });
  });

  it("is read back as it was written", async () => {
    const filter = {
      ...{ search: "لان کا سوٹ & more", category: "cat/1,2", minPkr: rupees(0), maxPkr: rupees(5000) },
      ...{ inStock: true, unlisted: true },
    };
    expect((await read(toFilterParams(filter).toString())).filter).toEqual(filter);
    expect(toFilterParams(wholeCatalog).toString()).toBe("");
  });

  it.each([
    "min=-5&max=abc",
    "min=1e9&max=12.5",
    "min=99999999&max=",
    "inStock=yes&unlisted=0",
    "sort=%3Bdrop&view=%3Cb%3E&at=",
    `search=${"x".repeat(101)}&category=${"y".repeat(201)}`,
    "search=%00&category=%00&at=%00",
  ])("leaves open what it does not understand: %s", async (search) => {
    expect(await read(search)).toEqual(await read(""));
  });
});

describe("the page of a product", () => {
  it("says that nothing is connected, and nothing more", async () => {
    const response = await pages.read("products/product/route", "/products/prd_cooker");
    expect(await response.json()).toMatchObject({
      product: null,
      trouble: { title: "Connect the supplier first" },
    });
  });

  it("is not there for a product nobody has", async () => {
    const [keyId = "", secret = ""] = DEMO_LIVE_KEY.split(":");
    await pages.press("settings/route", "/settings", { intent: "connect", keyId, secret });
    expect((await pages.read("products/product/route", "/products/prd_nothing")).status).toBe(404);
    expect((await pages.read("products/product/route", `/products/${"x".repeat(201)}`)).status).toBe(404);
    const found = await pages.read("products/product/route", "/products/prd_cooker");
    expect(await found.json()).toMatchObject({ product: { card: { pricePkr: 1600 } } });
  });
});
