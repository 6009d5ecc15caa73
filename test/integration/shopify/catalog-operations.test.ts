import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { installShop } from "#app/domain/shops/install-shop.server.ts";
import type { InventoryItemGid, LocationGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { activateInventory } from "#app/shopify/operations/inventory/activate-inventory.ts";
import { deactivateInventory } from "#app/shopify/operations/inventory/deactivate-inventory.ts";
import { listInventoryLevels } from "#app/shopify/operations/inventory/list-inventory-levels.ts";
import { setQuantities } from "#app/shopify/operations/inventory/set-quantities.ts";
import { findProduct } from "#app/shopify/operations/products/find-product.ts";
import { type ProductSpec, setProduct } from "#app/shopify/operations/products/set-product.ts";
import { setProductContent } from "#app/shopify/operations/products/set-product-content.ts";
import { setProductStatus } from "#app/shopify/operations/products/set-product-status.ts";
import { updateVariants } from "#app/shopify/operations/products/update-variants.ts";
import { findLocation } from "#app/shopify/operations/shop/find-location.ts";
import { setMetafields } from "#app/shopify/operations/shop/set-metafields.ts";
import { asId } from "#test/support/as-id.ts";
import { APP_URL, type ShopifySide, startShopifySide } from "./harness.ts";

let side: ShopifySide;
let admin: AdminClient;
let locationId: LocationGid;

beforeAll(async () => {
  side = await startShopifySide();
  const ctx = await side.openShop();
  admin = ctx.admin;
  const { shopId } = await installShop(ctx, { appUrl: APP_URL });
  locationId = (await side.db.shop.findUniqueOrThrow({ where: { id: shopId } })).locationGid ?? asId("");
});
afterAll(() => side.stop());

function buildSpec(overrides: Partial<ProductSpec> = {}): ProductSpec {
  return {
    supplierProductId: "p-1",
    title: "Lawn suit, three pieces",
    descriptionHtml: "<p>Unstitched</p>",
    status: "DRAFT",
    images: [{ url: "https://images.example/1.jpg", alt: "Front" }],
    options: [{ name: "Colour", values: ["Blue", "Green"] }],
    variants: ["Blue", "Green"].map((colour) => ({
      supplierVariantId: asId(`v-${colour}`),
      sku: `LAWN-${colour.toUpperCase()}`,
      options: [{ name: "Colour", value: colour }],
      pricePkr: rupees(2499),
      costPkr: rupees(1600),
      weightKg: 0.8,
    })),
    ...overrides,
  };
}

describe("a product of a listing", () => {
  it("is created with prices, costs and the service's ids", async () => {
    const product = await setProduct(admin, buildSpec());
    expect(product).toMatchObject({ title: "Lawn suit, three pieces", status: "DRAFT" });
    expect(product.variants).toMatchObject([
      { sku: "LAWN-BLUE", supplierVariantId: "v-Blue", price: "2499.00", tracked: true },
      { sku: "LAWN-GREEN", supplierVariantId: "v-Green", price: "2499.00", tracked: true },
    ]);
    expect(product.variants.map(({ cost }) => Number(cost))).toEqual([1600, 1600]);
  });

  it("shows its images under names of ours, whatever the supplier called them", async () => {
    const images = [
      "https://images.example/lahore-wholesale/0300-1234567.JPG?v=2",
      "https://images.example/2",
    ].map((url) => ({ url, alt: "Front" }));
    const { id: productId } = await setProduct(admin, buildSpec({ supplierProductId: "p-9", images }));
    const namesOf = () =>
      side.standin.control
        .state()
        .products.find(({ id }) => id === productId)
        ?.media.map(({ url }) => url.split("/").at(-1)?.replace(/^\d+-/, ""));
    expect(namesOf()).toEqual(["product-1.jpg", "2"]);
    const content = { images: [{ url: "https://images.example/lahore-wholesale-new.webp", alt: "New" }] };
    await setProductContent(admin, { productId, content });
    expect(namesOf()).toEqual(["product-1.webp"]);
  });

  it("is the same product when the import is tried again", async () => {
    const spec = buildSpec({ supplierProductId: "p-2" });
    const first = await setProduct(admin, spec);
    const again = await setProduct(admin, spec);
    expect(again.id).toBe(first.id);
  });

  it("is not made twice when the answer is lost", async () => {
    side.standin.control.faults({ requests: [{ kind: "cut_after", field: "productSet" }] });
    const product = await setProduct(admin, buildSpec({ supplierProductId: "p-3" }));
    await expect(findProduct(admin, { supplierProductId: "p-3" })).resolves.toMatchObject({ id: product.id });
  });

  it("is read whole when it has more variants than a page", async () => {
    const sizes = Array.from({ length: 130 }, (_, index) => `S${index}`);
    const product = await setProduct(
      admin,
      buildSpec({
        supplierProductId: "p-4",
        images: [],
        options: [{ name: "Size", values: sizes }],
        variants: sizes.map((size) => ({
          supplierVariantId: asId(`v-${size}`),
          sku: null,
          options: [{ name: "Size", value: size }],
          pricePkr: rupees(100),
          costPkr: rupees(50),
          weightKg: null,
        })),
      }),
    );
    expect(new Set(product.variants.map(({ supplierVariantId }) => supplierVariantId)).size).toBe(130);
  });

  it("is found by either id, and null where there is none", async () => {
    const product = await setProduct(admin, buildSpec({ supplierProductId: "p-5" }));
    await expect(findProduct(admin, { id: product.id })).resolves.toEqual(product);
    await expect(findProduct(admin, { supplierProductId: "p-none" })).resolves.toBeNull();
  });

  it("keeps everything but price and cost when those change", async () => {
    const product = await setProduct(admin, buildSpec({ supplierProductId: "p-6" }));
    const [blue, green] = product.variants;
    await updateVariants(admin, {
      productId: product.id,
      variants: [
        { id: blue?.id ?? asId(""), pricePkr: rupees(2799) },
        { id: green?.id ?? asId(""), costPkr: rupees(1700) },
      ],
    });
    await setProductStatus(admin, { productId: product.id, status: "ACTIVE" });
    const changed = await findProduct(admin, { id: product.id });
    expect(changed).toMatchObject({ title: product.title, status: "ACTIVE" });
    expect(changed?.variants.map(({ price, cost }) => [Number(price), Number(cost)])).toEqual([
      [2799, 1600],
      [2499, 1700],
    ]);
  });

  it("carries further facts in our own metafields", async () => {
    const product = await setProduct(admin, buildSpec({ supplierProductId: "p-7" }));
    const value = {
      ownerId: product.id,
      key: "supplier_store",
      type: "single_line_text_field",
      value: "st-9",
    };
    await setMetafields(admin, [value]);
    const { metafields } = side.standin.control.state();
    expect(metafields).toContainEqual(expect.objectContaining({ ownerId: product.id, value: "st-9" }));
  });

  it("names what Shopify refused", async () => {
    const refused = setProduct(admin, buildSpec({ supplierProductId: "p-8", title: "" }));
    await expect(refused).rejects.toMatchObject({ kind: "user_errors", operation: "ProductSet" });
  });
});

const allSet = { staleIds: [], goneIds: [], refused: [] };
/** A key for each list, as what it says. */
const toKeyOf = (occasion: string) => (changes: readonly object[]) =>
  `${occasion}/${JSON.stringify(changes)}`;

describe("stock", () => {
  async function stocked(supplierProductId: string) {
    const product = await setProduct(admin, buildSpec({ supplierProductId }));
    const items = product.variants.map(({ inventoryItemId }) => inventoryItemId);
    await Promise.all(
      items.map((inventoryItemId) =>
        activateInventory(admin, { inventoryItemId, locationId, key: `activate/${inventoryItemId}` }),
      ),
    );
    const none = asId<InventoryItemGid>("");
    const [item = none, other = none] = items;
    return { item, other };
  }

  async function available(item: InventoryItemGid) {
    const levels = await listInventoryLevels(admin, [item]);
    return levels.find((level) => level.locationId === locationId)?.available;
  }

  it("stands at our location only, once other levels are deactivated", async () => {
    const { item } = await stocked("s-1");
    const elsewhere = (await listInventoryLevels(admin, [item])).filter(
      (level) => level.locationId !== locationId,
    );
    await Promise.all(elsewhere.map((level) => deactivateInventory(admin, level.id)));
    const active = (await listInventoryLevels(admin, [item])).filter((level) => level.active);
    expect(active.map((level) => level.locationId)).toEqual([locationId]);
  });

  it("is set from what we believe stands there", async () => {
    const { item, other } = await stocked("s-2");
    const changes = [
      { inventoryItemId: item, quantity: 12, changeFrom: 0 },
      { inventoryItemId: other, quantity: 3, changeFrom: null },
    ];
    await expect(setQuantities(admin, { locationId, changes, keyOf: toKeyOf("s-2/1") })).resolves.toEqual(
      allSet,
    );
    expect(await available(item)).toBe(12);
    expect(await available(other)).toBe(3);
  });

  it("is named when something else stands there, and the others are set", async () => {
    const { item, other } = await stocked("s-3");
    const changes = [
      { inventoryItemId: other, quantity: 4, changeFrom: 0 },
      { inventoryItemId: item, quantity: 5, changeFrom: 7 },
    ];
    await expect(setQuantities(admin, { locationId, changes, keyOf: toKeyOf("s-3/1") })).resolves.toEqual({
      ...allSet,
      staleIds: [item],
    });
    expect(await available(other)).toBe(4);
  });

  it("is set once when the answer was lost and the same key is sent again", async () => {
    const { item } = await stocked("s-4");
    side.standin.control.faults({ requests: [{ kind: "cut_after", field: "inventorySetQuantities" }] });
    const change = { inventoryItemId: item, quantity: 9, changeFrom: 0 };
    await expect(
      setQuantities(admin, { locationId, changes: [change], keyOf: toKeyOf("s-4/1") }),
    ).resolves.toEqual(allSet);
    expect(await available(item)).toBe(9);
  });

  it("is named when it is not there any more", async () => {
    const gone = asId<InventoryItemGid>("gid://shopify/InventoryItem/1");
    const change = { inventoryItemId: gone, quantity: 1, changeFrom: null };
    await expect(
      setQuantities(admin, { locationId, changes: [change], keyOf: toKeyOf("s-5/1") }),
    ).resolves.toEqual({
      ...{ ...allSet, goneIds: [gone] },
    });
  });

  it("is named when it is more than Shopify counts, and the others are set", async () => {
    const { item, other } = await stocked("s-8");
    const changes = [
      { inventoryItemId: other, quantity: 4, changeFrom: 0 },
      { inventoryItemId: item, quantity: 2_000_000_000, changeFrom: 0 },
    ];
    await expect(setQuantities(admin, { locationId, changes, keyOf: toKeyOf("s-8/1") })).resolves.toEqual({
      ...{ ...allSet, refused: [{ inventoryItemId: item, words: expect.stringContaining("1,000,000,000") }] },
    });
    expect(await available(other)).toBe(4);
  });

  it("is named with Shopify's words, whatever the reason, and the others go under keys that are new", async () => {
    const { item, other } = await stocked("s-9");
    const refusal = { code: "INVALID_REASON", message: "This item cannot be counted." };
    side.standin.control.refuseQuantities({ inventoryItemId: item, refusal });
    const changes = [
      { inventoryItemId: item, quantity: 4, changeFrom: 0 },
      { inventoryItemId: other, quantity: 4, changeFrom: 0 },
    ];
    const keys: string[] = [];
    const keyOf = (list: readonly object[]) => {
      keys.push(toKeyOf("s-9")(list));
      return keys.at(-1) ?? "";
    };
    const outcome = { ...allSet, refused: [{ inventoryItemId: item, words: refusal.message }] };
    await expect(setQuantities(admin, { locationId, changes, keyOf })).resolves.toEqual(outcome);
    expect(await available(other)).toBe(4);
    expect(new Set(keys).size).toBe(2);
  });

  it("is asked under another key where Shopify keeps the first for a list it refused", async () => {
    const { item, other } = await stocked("s-10");
    const refusal = { code: null, message: "This item cannot be counted." };
    side.standin.control.refuseQuantities({ inventoryItemId: item, refusal });
    side.standin.control.faults({ requests: [{ kind: "cut_after", field: "inventorySetQuantities" }] });
    const changes = [item, other].map((inventoryItemId) => ({ inventoryItemId, quantity: 6, changeFrom: 0 }));
    const outcome = { ...allSet, refused: [{ inventoryItemId: item, words: refusal.message }] };
    const set = () => setQuantities(admin, { locationId, changes, keyOf: toKeyOf("s-10") });
    await expect(set()).resolves.toEqual(outcome);
    expect(await available(other)).toBe(6);
  });

  it("is refused with a reason for a location that is not there", async () => {
    const { item } = await stocked("s-6");
    const changes = [{ inventoryItemId: item, quantity: 1, changeFrom: null }];
    const nowhere = asId<LocationGid>("gid://shopify/Location/1");
    await expect(
      setQuantities(admin, { locationId: nowhere, changes, keyOf: toKeyOf("s-6/1") }),
    ).rejects.toMatchObject({
      kind: "user_errors",
    });
  });

  it("belongs to a location that is a fulfillment service's, and null where it was deleted", async () => {
    await expect(findLocation(admin, locationId)).resolves.toMatchObject({
      active: true,
      fulfillmentServiceId: expect.stringMatching(/FulfillmentService/),
    });
    await expect(findLocation(admin, asId("gid://shopify/Location/1"))).resolves.toBeNull();
  });
});
