import { afterEach, describe, expect, it } from "vitest";
import { sizeFactor } from "#test/standins/shopify/graphql/cost.ts";
import { type Harness, startHarness } from "./standin.ts";

let harness: Harness;
afterEach(() => harness.close());

describe("the cost of a request", () => {
  it.each([
    ["{ shop { id } }", 1],
    ["{ products(first: 1) { nodes { id } } }", 3],
    ["{ products(first: 10) { nodes { id } pageInfo { hasNextPage } } }", 6],
    ["{ products(first: 250) { edges { node { id } } } }", 13],
    ["{ products(first: 10) { nodes { id variants(first: 10) { nodes { id } } } } }", 30],
    ['{ nodes(ids: ["gid://shopify/Product/1", "gid://shopify/Product/2"]) { ... on Product { id } } }', 1],
    ["{ productsCount { count } }", 10],
    ['mutation { tagsAdd(id: "gid://shopify/Order/1", tags: ["a"]) { userErrors { message } } }', 10],
  ])("of %s is %d points", async (query, points) => {
    harness = await startHarness();
    const { extensions } = await harness.graphql(query);
    expect(extensions?.cost.requestedQueryCost).toBe(points);
  });

  it("counts variants, metafields and files of a productSet", async () => {
    harness = await startHarness();
    const variants = Array.from({ length: 5 }, (_, index) => ({
      optionValues: [{ optionName: "Size", name: String(index) }],
      metafields: [{ key: "a", value: "1", type: "single_line_text_field" }],
    }));
    const input = {
      title: "Kurta",
      productOptions: [{ name: "Size", values: variants.map((_, index) => ({ name: String(index) })) }],
      variants,
      files: Array.from({ length: 5 }, (_, index) => ({
        originalSource: `https://images.example/${index}.jpg`,
      })),
      metafields: [{ key: "b", value: "1", type: "single_line_text_field" }],
    };
    const { extensions } = await harness.graphql(
      "mutation ($input: ProductSetInput!) { productSet(input: $input) { userErrors { message } } }",
      { input },
    );
    expect(extensions?.cost.requestedQueryCost).toBe(Math.ceil(10 + 1 + 2 + 0.4 + 9.5));
  });

  it("grows with the logarithm of a connection's size", () => {
    const sizes = [0, 1, 3, 5, 10, 20, 50, 100, 250];
    expect(sizes.map((size) => sizeFactor(size, "recorded"))).toEqual([0, 1, 2, 3, 4, 5, 7, 9, 11]);
    expect(sizes.map((size) => sizeFactor(size, "documented").toFixed(1))).toEqual([
      "0.0",
      "1.0",
      "2.2",
      "3.2",
      "4.6",
      "6.0",
      "7.8",
      "9.2",
      "11.0",
    ]);
  });

  it("reads the page in the dearest way once recorded costs are left aside (costs_as_recorded)", async () => {
    harness = await startHarness({ rulesOff: ["costs_as_recorded"] });
    harness.control.clock({ freeze: true });
    harness.control.addOwnProduct();
    const costOf = async (query: string) => (await harness.graphql(query)).extensions?.cost;
    const nested = await costOf(
      "{ products(first: 10) { nodes { id variants(first: 10) { nodes { id } } } } }",
    );
    expect(nested).toMatchObject({ requestedQueryCost: 38, actualQueryCost: 6 });
    const { variantId } = harness.control.addOwnProduct();
    const { id } = harness.control.placeOrder({ lines: [{ variantId, quantity: 1 }], payment: "cod" });
    const amounts = "totalPriceSet { shopMoney { amount } }";
    const lists =
      "transactions(first: 50) { id amountSet { shopMoney { amount } } } refunds(first: 50) { id }";
    const order = await costOf(`{ order(id: "${id}") { ${amounts} ${lists} } }`);
    expect(order).toMatchObject({ requestedQueryCost: 35, actualQueryCost: 6 });
    harness.control.rules({ set: { costs_as_recorded: true } });
    expect(await costOf(`{ order(id: "${id}") { ${amounts} ${lists} } }`)).toMatchObject({
      requestedQueryCost: 3,
    });
  });

  it("is less in the end when connections hold less, and the rest goes back", async () => {
    harness = await startHarness();
    harness.control.clock({ freeze: true });
    harness.control.addOwnProduct();
    const { extensions } = await harness.graphql("{ products(first: 250) { nodes { id } } }");
    expect(extensions?.cost).toMatchObject({
      requestedQueryCost: 13,
      actualQueryCost: 3,
      throttleStatus: { currentlyAvailable: 1997 },
    });
  });

  it("shows the points of each field when asked", async () => {
    harness = await startHarness();
    const { extensions } = await harness.graphql(
      "{ shop { id } }",
      {},
      { "Shopify-GraphQL-Cost-Debug": "1" },
    );
    expect(extensions?.cost).toMatchObject({ fields: [{ path: ["shop"], requestedTotalCost: 1 }] });
  });
});

const DEAR = `{ ${Array.from({ length: 120 }, (_, index) => `a${index}: products(first: 250) { nodes { id } }`).join(" ")} }`;

describe("limits", () => {
  it("refuses a document over 1,000 points before it runs (cost_limit)", async () => {
    harness = await startHarness();
    const { data, errors } = await harness.graphql(DEAR);
    expect(data).toBeUndefined();
    expect(errors?.[0]).toEqual({
      message: "Query cost is 1560, which exceeds the single query max cost limit (1000).\n",
      extensions: {
        code: "MAX_COST_EXCEEDED",
        cost: 1560,
        maxCost: 1000,
        documentation: "https://shopify.dev/api/usage/rate-limits",
      },
    });
    harness.control.rules({ set: { cost_limit: false } });
    expect((await harness.graphql(DEAR)).errors).toBeUndefined();
  });

  it("throttles with HTTP 200 when the bucket is empty and refills with time (throttle)", async () => {
    harness = await startHarness({ bucket: { maximum: 8, restorePerSecond: 1 } });
    harness.control.clock({ freeze: true });
    const query = "{ products(first: 10) { nodes { id } } }";
    for (let count = 0; count < 2; count += 1) expect((await harness.graphql(query)).errors).toBeUndefined();
    const throttled = await harness.graphql(query);
    expect(throttled.errors?.[0]).toEqual({
      message: "Throttled",
      extensions: { code: "THROTTLED", documentation: "https://shopify.dev/api/usage/rate-limits" },
    });
    expect(throttled.extensions?.cost).toEqual({
      requestedQueryCost: 6,
      actualQueryCost: null,
      throttleStatus: { maximumAvailable: 8, currentlyAvailable: 4, restoreRate: 1 },
    });
    harness.control.clock({ advance: { seconds: 4 } });
    expect((await harness.graphql(query)).errors).toBeUndefined();
    harness.control.rules({ set: { throttle: false } });
    expect((await harness.graphql(query)).errors).toBeUndefined();
  });

  it("refuses a list of more than 250 entries (input_array_limit)", async () => {
    harness = await startHarness();
    const query =
      'mutation ($tags: [String!]!) { tagsAdd(id: "gid://shopify/Order/1", tags: $tags) { userErrors { message } } }';
    const tags = Array.from({ length: 251 }, (_, index) => `t${index}`);
    expect((await harness.graphql(query, { tags })).errors?.[0]?.extensions.code).toBe(
      "MAX_INPUT_SIZE_EXCEEDED",
    );
    harness.control.rules({ set: { input_array_limit: false } });
    expect((await harness.graphql(query, { tags })).errors).toBeUndefined();
  });
});
