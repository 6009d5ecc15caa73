import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { stockOurGoods } from "./goods.ts";
import { type Fields, type Harness, startHarness } from "./standin.ts";

const PUBLISH = `mutation ($id: ID!, $input: [PublicationInput!]!) {
  publishablePublish(id: $id, input: $input) { publishable { ... on Product { id onlineStoreUrl } } userErrors { field message } } }`;
const LOOK = `query ($id: ID!) { product(id: $id) { onlineStoreUrl publishedAt status } }`;
const CHANNELS = `{ publications(first: 5, catalogType: APP) { nodes { id channels(first: 1) { nodes { name app { handle } } } } } }`;
const PLACED = `query ($id: ID!, $only: Boolean = true) { product(id: $id) {
  resourcePublicationsV2(first: 5, onlyPublished: $only) { nodes { isPublished publication { id } } } } }`;

let harness: Harness;

afterEach(() => harness.close());

async function start(rules: Readonly<Record<string, boolean>> = {}) {
  harness = await startHarness();
  harness.control.rules({ set: rules });
}

/** As the app has made it: on no channel. */
async function makeGoods() {
  const goods = await stockOurGoods(harness);
  harness.control.setChannels({ id: goods.productId, names: [] });
  return goods;
}

async function allow(): Promise<readonly string[]> {
  harness.control.grantScopes({ scopes: ["read_publications", "write_publications"] });
  const nodes = (await harness.graphql(CHANNELS)).data?.publications?.nodes;
  return Object.values(nodes ?? {}).map(({ id }) => String(id));
}

async function publish(id: string, input: object[]): Promise<Fields | undefined> {
  return (await harness.graphql(PUBLISH, { id, input })).data?.publishablePublish;
}

async function look(id: string) {
  return (await harness.graphql(LOOK, { id })).data?.product;
}

describe("a shop's sales channels", () => {
  beforeEach(() => start());

  it("are the online store, the point of sale and Shop, and are told only to whom may read them", async () => {
    expect((await harness.graphql(CHANNELS)).errors?.[0]?.extensions.code).toBe("ACCESS_DENIED");
    await allow();
    const { data } = await harness.graphql(CHANNELS);
    const channels = Object.values(data?.publications?.nodes ?? {}).map(
      ({ channels }) => channels?.nodes?.[0],
    );
    expect(channels).toEqual([
      { name: "Online Store", app: { handle: "online_store" } },
      { name: "Point of Sale", app: { handle: "pos" } },
      { name: "Shop", app: { handle: "shop" } },
    ]);
  });

  it("hold nothing of what the app has made, active or not, until it is published", async () => {
    const { productId } = await makeGoods();
    expect(await look(productId)).toEqual({ onlineStoreUrl: null, publishedAt: null, status: "ACTIVE" });
    const [online = ""] = await allow();
    const published = await publish(productId, [{ publicationId: online }]);
    expect(published).toMatchObject({ publishable: { id: productId }, userErrors: [] });
    expect((await look(productId))?.onlineStoreUrl).toMatch(/^https:.*\/products\/cotton-kurta$/);
    expect(harness.control.state().products[0]?.publishedOn).toEqual(["Online Store"]);
  });

  it("refuse to be written without the scope, and only what was declared may be asked for", async () => {
    const { productId } = await makeGoods();
    const answer = await harness.graphql(PUBLISH, { id: productId, input: [] });
    expect(answer.errors?.[0]?.extensions.code).toBe("ACCESS_DENIED");
    expect(() => harness.control.grantScopes({ scopes: ["write_themes"] })).toThrow("no optional scope");
  });

  it("take all of what is published or nothing, and say which entry is wrong", async () => {
    const { productId } = await makeGoods();
    const [online = ""] = await allow();
    const refusals = async (...input: object[]) => (await publish(productId, input))?.userErrors;
    const good = { publicationId: online };
    expect(await refusals(good, good)).toEqual([
      {
        field: ["input", "1", "publicationId"],
        message: "The same publication was specified more than once",
      },
    ]);
    expect(await refusals(good, {})).toEqual([
      { field: ["input", "1", "publicationId"], message: "PublicationId cannot be empty" },
    ]);
    expect(await refusals(good, { publicationId: "gid://shopify/Publication/4242" })).toEqual([
      { field: ["input", "1", "publicationId"], message: "Publication does not exist or is not publishable" },
    ]);
    expect(await refusals({ ...good, publishDate: "1900-01-01T00:00:00Z" })).toEqual([
      { field: ["input", "0", "publishDate"], message: "Publish date must be a date after the year 1969" },
    ]);
    expect(harness.control.state().products[0]?.publishedOn).toEqual([]);
  });

  it("hold the merchant's own products from the start", async () => {
    const { productId } = harness.control.addOwnProduct();
    expect((await look(productId))?.onlineStoreUrl).not.toBeNull();
    harness.control.setChannels({ id: productId, names: ["Shop"] });
    expect((await look(productId))?.onlineStoreUrl).toBeNull();
  });
});

describe("a cart of the online store", () => {
  const cart = (variantId: string, sourceName?: string) => () =>
    harness.control.placeOrder({
      lines: [{ variantId, quantity: 1 }],
      ...(sourceName ? { sourceName } : {}),
    });

  it("holds only what is published there and active (storefront_sells_published)", async () => {
    await start();
    const { variantId, productId } = await makeGoods();
    expect(cart(variantId)).toThrow("not on the online store");
    harness.control.setChannels({ id: productId, names: ["Shop", "Point of Sale"] });
    expect(cart(variantId)).toThrow("not on the online store");
    harness.control.setChannels({ id: productId });
    expect(cart(variantId)).not.toThrow();
    harness.control.editProduct({ id: productId, status: "DRAFT" });
    expect(cart(variantId)).toThrow("not on the online store");
  });

  it("is not what a draft order is: that sells anything", async () => {
    await start();
    const { variantId } = await makeGoods();
    expect(cart(variantId, "shopify_draft_order")).not.toThrow();
  });

  it("holds anything where the rule is off", async () => {
    await start({ storefront_sells_published: false });
    expect(cart((await makeGoods()).variantId)).not.toThrow();
  });
});

describe("what is published while it is a draft (draft_is_staged)", () => {
  const placed = async (id: string, only?: boolean) =>
    (await harness.graphql(PLACED, { id, only })).data?.product?.resourcePublicationsV2?.nodes;

  it("is on no channel until it is active, and then at once", async () => {
    await start();
    const { productId } = await makeGoods();
    const [online = ""] = await allow();
    harness.control.editProduct({ id: productId, status: "DRAFT" });
    await publish(productId, [{ publicationId: online }]);
    expect(await placed(productId)).toEqual([]);
    expect(await placed(productId, false)).toEqual([{ isPublished: false, publication: { id: online } }]);
    harness.control.editProduct({ id: productId, status: "ACTIVE" });
    expect(await placed(productId)).toEqual([{ isPublished: true, publication: { id: online } }]);
    expect((await look(productId))?.onlineStoreUrl).not.toBeNull();
  });

  it("is listed as published where the rule is off", async () => {
    await start({ draft_is_staged: false });
    const { productId } = await makeGoods();
    const [online = ""] = await allow();
    harness.control.editProduct({ id: productId, status: "DRAFT" });
    await publish(productId, [{ publicationId: online }]);
    expect(await placed(productId)).toEqual([{ isPublished: true, publication: { id: online } }]);
  });
});
