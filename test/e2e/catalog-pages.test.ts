import { afterAll, beforeAll, describe } from "vitest";
import { describeCatalog } from "./catalog/catalog.ts";
import { describeImports } from "./catalog/imports.ts";
import { openShops, type Shops, shopAt } from "./shops-harness.ts";

let opened: Shops;

beforeAll(async () => {
  opened = await openShops(2);
  // Else the service answers for a minute as it did to the other shop.
  await shopAt(opened, 0).world.supplier.control.setCatalogCache({ seconds: 0 });
});
afterAll(() => opened?.close());

describe("imports", () => describeImports(() => shopAt(opened, 0)));
describe("the catalog", () => describeCatalog(() => shopAt(opened, 1)));
