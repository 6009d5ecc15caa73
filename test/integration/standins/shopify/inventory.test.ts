import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Goods, stockOurGoods } from "./goods.ts";
import { type Harness, startHarness } from "./standin.ts";

let harness: Harness;
let goods: Goods;
beforeEach(async () => {
  harness = await startHarness();
  goods = await stockOurGoods(harness);
});
afterEach(() => harness.close());

const SET = `mutation ($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) { inventoryAdjustmentGroup { reason changes { name delta } } userErrors { code field message } } }`;

const input = (quantity: number, more: object = { changeFromQuantity: null }) => ({
  name: "available",
  reason: "correction",
  quantities: [{ inventoryItemId: goods.itemId, locationId: goods.locationId, quantity, ...more }],
});

const available = () =>
  harness.control
    .state()
    .products[0]?.variants[0]?.levels.find(({ locationId }) => locationId === goods.locationId)?.available;

describe("setting quantities", () => {
  it("changes the level and tells by how much", async () => {
    const { data } = await harness.graphql(SET, { input: input(36), key: "k1" });
    expect(data?.inventorySetQuantities).toEqual({
      inventoryAdjustmentGroup: { reason: "correction", changes: [{ name: "available", delta: -14 }] },
      userErrors: [],
    });
    expect(available()).toBe(36);
  });

  it("needs the @idempotent directive (idempotent_directive_required)", async () => {
    const bare = SET.replace("@idempotent(key: $key)", "").replace(", $key: String!", "");
    const { data, errors } = await harness.graphql(bare, { input: input(1) });
    expect(data).toEqual({ inventorySetQuantities: null });
    expect(errors?.[0]).toEqual({
      message: "The @idempotent directive is required for this mutation but was not provided.",
      locations: [{ line: 2, column: 3 }],
      path: ["inventorySetQuantities"],
      extensions: { code: "BAD_REQUEST" },
    });
    harness.control.rules({ set: { idempotent_directive_required: false } });
    expect((await harness.graphql(bare, { input: input(1) })).errors).toBeUndefined();
  });

  it("needs changeFromQuantity in every entry, be it null (change_from_quantity_required)", async () => {
    const { data, errors } = await harness.graphql(SET, { input: input(1, {}), key: "k" });
    expect(data).toEqual({ inventorySetQuantities: null });
    expect(errors?.[0]).toMatchObject({
      message: "InventoryQuantityInput must include the following argument: changeFromQuantity.",
      path: ["inventorySetQuantities"],
      extensions: { code: "INVALID_FIELD_ARGUMENTS" },
    });
    harness.control.rules({ set: { change_from_quantity_required: false } });
    expect((await harness.graphql(SET, { input: input(1, {}), key: "k" })).errors).toBeUndefined();
  });

  it("changes nothing of a batch with one stale entry (change_from_quantity_compared)", async () => {
    const { data } = await harness.graphql(SET, { input: input(1, { changeFromQuantity: 49 }), key: "k" });
    expect(data?.inventorySetQuantities).toEqual({
      inventoryAdjustmentGroup: null,
      userErrors: [
        {
          code: "CHANGE_FROM_QUANTITY_STALE",
          field: ["input", "quantities", "0", "changeFromQuantity"],
          message: "The changeFromQuantity argument no longer matches the persisted quantity.",
        },
      ],
    });
    expect(available()).toBe(50);
    harness.control.rules({ set: { change_from_quantity_compared: false } });
    await harness.graphql(SET, { input: input(1, { changeFromQuantity: 49 }), key: "other" });
    expect(available()).toBe(1);
  });

  it("names the entry whose item or location does not exist", async () => {
    const wrong = {
      ...input(1),
      quantities: [
        {
          inventoryItemId: "gid://shopify/InventoryItem/1",
          locationId: goods.locationId,
          quantity: 1,
          changeFromQuantity: null,
        },
      ],
    };
    const { data } = await harness.graphql(SET, { input: wrong, key: "k" });
    expect(data?.inventorySetQuantities?.userErrors?.[0]).toMatchObject({
      code: "INVALID_INVENTORY_ITEM",
      field: ["input", "quantities", "0", "inventoryItemId"],
    });
  });
});

describe("an idempotency key", () => {
  it("repeats the answer without the effect, for a day (idempotent_replay)", async () => {
    await harness.graphql(SET, { input: input(40), key: "k" });
    harness.control.setStock({ variantId: goods.variantId, locationId: goods.locationId, available: 7 });
    const replay = await harness.graphql(SET, { input: input(40), key: "k" });
    expect(replay.data?.inventorySetQuantities?.userErrors).toEqual([]);
    expect(available()).toBe(7);
    harness.control.rules({ set: { idempotent_replay: false } });
    await harness.graphql(SET, { input: input(40), key: "k" });
    expect(available()).toBe(40);
  });

  it("refuses other input", async () => {
    await harness.graphql(SET, { input: input(40), key: "k" });
    const { data } = await harness.graphql(SET, { input: input(41), key: "k" });
    expect(data?.inventorySetQuantities).toMatchObject({
      inventoryAdjustmentGroup: null,
      userErrors: [{ code: "IDEMPOTENCY_KEY_PARAMETER_MISMATCH" }],
    });
  });

  it("of a list that was refused is refused itself (idempotent_previous_failed)", async () => {
    const codeOf = async () => {
      const { data } = await harness.graphql(SET, { input: input(2_000_000_000), key: "k" });
      return data?.inventorySetQuantities?.userErrors?.[0]?.code;
    };
    expect([await codeOf(), await codeOf()]).toEqual([
      "INVALID_QUANTITY_TOO_HIGH",
      "IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED",
    ]);
    harness.control.rules({ set: { idempotent_previous_failed: false } });
    expect(await codeOf()).toBe("INVALID_QUANTITY_TOO_HIGH");
  });

  it("makes a second request wait while the first is running (idempotent_concurrent)", async () => {
    await harness.token();
    const codesOfTwo = async (key: string) => {
      harness.control.faults({
        requests: [{ kind: "delay", field: "inventorySetQuantities:run", delayMs: 150 }],
      });
      const send = () => harness.graphql(SET, { input: input(40), key });
      const answers = await Promise.all([send(), send()]);
      return answers.map(({ data }) => data?.inventorySetQuantities?.userErrors?.[0]?.code);
    };
    expect(await codesOfTwo("a")).toContain("IDEMPOTENCY_CONCURRENT_REQUEST");
    harness.control.rules({ set: { idempotent_concurrent: false } });
    expect(await codesOfTwo("b")).toEqual([undefined, undefined]);
  });
});

describe("levels", () => {
  const ACTIVATE = `mutation ($item: ID!, $at: ID!, $key: String!) { inventoryActivate(inventoryItemId: $item, locationId: $at) @idempotent(key: $key) { inventoryLevel { id isActive } userErrors { message } } }`;

  it("are activated again after being deactivated, and the last one stays", async () => {
    const levels = harness.control.state().products[0]?.variants[0]?.levels ?? [];
    const last = levels.find(({ isActive }) => isActive);
    const { data } = await harness.graphql(
      "mutation ($id: ID!) { inventoryDeactivate(inventoryLevelId: $id) { userErrors { message } } }",
      { id: last?.id },
    );
    expect(data?.inventoryDeactivate?.userErrors).toHaveLength(1);
    const elsewhere = harness.control.state().locations.find(({ id }) => id !== goods.locationId);
    await harness.graphql(ACTIVATE, { item: goods.itemId, at: elsewhere?.id, key: "there" });
    await harness.graphql(
      "mutation ($id: ID!) { inventoryDeactivate(inventoryLevelId: $id) { userErrors { message } } }",
      { id: last?.id },
    );
    const activated = await harness.graphql(ACTIVATE, {
      item: goods.itemId,
      at: goods.locationId,
      key: "here",
    });
    expect(activated.data?.inventoryActivate?.inventoryLevel?.isActive).toBe(true);
  });

  it("leave cost and tracking to the item", async () => {
    const { data } = await harness.graphql(
      `mutation ($id: ID!) { inventoryItemUpdate(id: $id, input: { cost: "1100", tracked: true }) { inventoryItem { unitCost { amount currencyCode } tracked } userErrors { message } } }`,
      { id: goods.itemId },
    );
    expect(data?.inventoryItemUpdate?.inventoryItem).toEqual({
      unitCost: { amount: "1100.0", currencyCode: "PKR" },
      tracked: true,
    });
  });
});

describe("the SKU of what a fulfillment service stocks", () => {
  const ACTIVATE = `mutation ($item: ID!, $location: ID!, $key: String!) {
    inventoryActivate(inventoryItemId: $item, locationId: $location) @idempotent(key: $key) { inventoryLevel { id } userErrors { message } } }`;

  it("is needed before it is stocked there (sku_at_fulfillment_service)", async () => {
    const { variantIds } = harness.control.addOwnProduct({ sku: null });
    const variant = harness.control
      .state()
      .products.flatMap(({ variants }) => variants)
      .find(({ id }) => id === variantIds[0]);
    const activate = async (key: string) => {
      const args = { item: variant?.inventoryItemId, location: goods.locationId, key };
      const { data } = await harness.graphql(ACTIVATE, args);
      return data?.inventoryActivate;
    };
    expect(await activate("a1")).toMatchObject({ userErrors: [{ message: expect.stringMatching(/SKU/) }] });
    harness.control.rules({ set: { sku_at_fulfillment_service: false } });
    expect(await activate("a2")).toMatchObject({ userErrors: [] });
  });
});
