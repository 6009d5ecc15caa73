import { afterAll, beforeAll, describe } from "vitest";
import { describeCatalog } from "./catalog/catalog.ts";
import { describeImports } from "./catalog/imports.ts";
import { openShops, type Shops, shopAt } from "./shops-harness.ts";

let opened: Shops;

beforeAll(async () => {
  opened = await openShops(2);
});
afterAll(() => opened?.close());

// All shops have the one catalog of the service: its own pages are last, as they add to it and rename a product.
describe("imports", () => describeImports(() => shopAt(opened, 0)));
describe("the catalog", () => describeCatalog(() => shopAt(opened, 1)));
