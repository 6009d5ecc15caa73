import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "./standin.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness({ topics: ["products/create", "products/update", "products/delete"] });
});
afterEach(() => harness.close());

const SET = `mutation ($identifier: ProductSetIdentifiers, $input: ProductSetInput!, $sync: Boolean = true) {
  productSet(identifier: $identifier, input: $input, synchronous: $sync) {
    product { id handle title status tags variants(first: 10) { nodes { id sku price selectedOptions { name value } inventoryItem { unitCost { amount } } } }
      media(first: 10) { nodes { id alt ... on MediaImage { image { url } } } } }
    productSetOperation { id status }
    userErrors { code field message }
  } }`;

const set = async (input: object, more: object = {}) => {
  const { data, errors } = await harness.graphql(SET, { input, ...more });
  expect(errors).toBeUndefined();
  return data?.productSet;
};

const size = (name: string, more: object = {}) => ({
  price: "1600",
  optionValues: [{ optionName: "Size", name }],
  ...more,
});
const sizes = (...names: string[]) => [{ name: "Size", values: names.map((name) => ({ name })) }];

const DEFINE = `mutation { metafieldDefinitionCreate(definition: { name: "Supplier product", ownerType: PRODUCT, namespace: "$app", key: "supplier_product_id", type: "id", capabilities: { uniqueValues: { enabled: true } } }) {
  createdDefinition { id } userErrors { code } } }`;

describe("productSet", () => {
  it("creates variants with cost, and copies images to Shopify's own address", async () => {
    const made = await set({
      title: "Kurta",
      status: "DRAFT",
      productOptions: sizes("M", "L"),
      variants: [size("M", { inventoryItem: { sku: "K-M", cost: "1000" } }), size("L")],
      files: [{ originalSource: "https://images.example/kurta.jpg", alt: "Kurta", contentType: "IMAGE" }],
    });
    expect(made).toMatchObject({
      userErrors: [],
      product: {
        handle: "kurta",
        status: "DRAFT",
        variants: {
          nodes: [
            {
              sku: "K-M",
              price: "1600.00",
              selectedOptions: [{ name: "Size", value: "M" }],
              inventoryItem: { unitCost: { amount: "1000.0" } },
            },
            { sku: null },
          ],
        },
        media: {
          nodes: [
            {
              alt: "Kurta",
              image: { url: expect.stringMatching(/^https:\/\/cdn\.shopify\.com\/.*kurta\.jpg$/) },
            },
          ],
        },
      },
    });
  });

  it("keeps an image under the name given with it, else under its own (file_named_as_asked)", async () => {
    const addressOf = async (file: object) => {
      const files = [{ originalSource: "https://images.example/by-the-maker.jpg?v=2", ...file }];
      return (await set({ title: "Kurta", files }))?.product?.media?.nodes?.[0]?.image?.url;
    };
    expect(await addressOf({})).toMatch(/^https:\/\/cdn\.shopify\.com\/.*by-the-maker\.jpg$/);
    expect(await addressOf({ filename: "front.jpg" })).toMatch(/\/\d+-front\.jpg$/);
    harness.control.rules({ set: { file_named_as_asked: false } });
    expect(await addressOf({ filename: "front.jpg" })).toMatch(/by-the-maker\.jpg$/);
  });

  it("copies an address anew, and keeps a file that is named by its id (file_copied_anew)", async () => {
    const files = [{ originalSource: "https://images.example/kurta.jpg" }];
    const made = await set({ title: "Kurta", files });
    const id = String(made?.product?.id);
    const current = () => harness.control.state().products.find((product) => product.id === id);
    const mediaOf = async (again: readonly object[]) => {
      await set({ files: again }, { identifier: { id } });
      return current()?.media.map((media) => media.id) ?? [];
    };
    const [before] = current()?.media.map((media) => media.id) ?? [];
    expect(await mediaOf([{ id: before }])).toEqual([before]);
    const [anew] = await mediaOf(files);
    expect(anew).not.toBe(before);
    expect((await set({ files: [{ id: before }] }, { identifier: { id } }))?.userErrors).toMatchObject([
      { message: "File id does not exist" },
    ]);
    harness.control.rules({ set: { file_copied_anew: false } });
    expect(await mediaOf(files)).toEqual([anew]);
  });

  it("shows a variant's file, which must be one of the product's (variant_file_among_files)", async () => {
    const file = { originalSource: "https://images.example/m.jpg" };
    const input = { title: "Kurta", productOptions: sizes("M"), variants: [size("M", { file })] };
    expect((await set({ ...input, files: [] }))?.userErrors).toMatchObject([
      { field: ["input", "variants", "0", "file"], code: "INVALID_VARIANT" },
    ]);
    const made = await set({ ...input, files: [file] });
    const shown = () => {
      const product = harness.control.state().products.find(({ id }) => id === String(made?.product?.id));
      return product?.media.find(({ id }) => id === product.variants[0]?.mediaId)?.originalSource;
    };
    expect(shown()).toBe(file.originalSource);
    harness.control.rules({ set: { variant_file_among_files: false } });
    expect((await set({ ...input, files: [] }))?.userErrors).toEqual([]);
  });

  it("replaces a list that is sent and keeps what is not", async () => {
    const first = await set({
      title: "Kurta",
      tags: ["a", "b"],
      productOptions: sizes("M", "L"),
      variants: [size("M"), size("L")],
    });
    const id = String(first?.product?.id);
    const second = await set(
      { productOptions: sizes("L"), variants: [size("L", { price: "1700" })] },
      { identifier: { id } },
    );
    expect(second?.product).toMatchObject({
      id,
      title: "Kurta",
      tags: ["a", "b"],
      variants: { nodes: [{ price: "1700.00" }] },
    });
    expect(second?.product?.variants?.nodes?.[0]?.id).toEqual(first?.product?.variants?.nodes?.[1]?.id);
  });

  it("finds its product by handle and by a unique metafield", async () => {
    await harness.graphql(DEFINE);
    const input = {
      title: "Kurta",
      metafields: [{ key: "supplier_product_id", type: "id", value: "prd_1" }],
    };
    const identifier = { customId: { key: "supplier_product_id", value: "prd_1" } };
    const first = await set(input, { identifier });
    const again = await set({ ...input, title: "Kurta 2" }, { identifier });
    const byHandle = await set({ title: "Kurta 3" }, { identifier: { handle: "kurta" } });
    expect([again?.product?.id, byHandle?.product?.id]).toEqual([first?.product?.id, first?.product?.id]);
    const found = await harness.graphql(
      "query ($identifier: ProductIdentifierInput!) { productByIdentifier(identifier: $identifier) { title } }",
      { identifier },
    );
    expect(found.data?.productByIdentifier).toEqual({ title: "Kurta 3" });
  });

  it.each([
    [
      "a custom id its metafields do not hold",
      { title: "K", metafields: [{ key: "supplier_product_id", type: "id", value: "prd_2" }] },
      { identifier: { customId: { key: "supplier_product_id", value: "prd_1" } } },
      "METAFIELD_MISMATCH",
    ],
    [
      "a product that does not exist",
      { title: "K" },
      { identifier: { id: "gid://shopify/Product/1" } },
      "PRODUCT_DOES_NOT_EXIST",
    ],
    ["variants without options", { title: "K", variants: [size("M")] }, {}, "PRODUCT_OPTIONS_INPUT_MISSING"],
    [
      "two variants alike",
      { title: "K", productOptions: sizes("M"), variants: [size("M"), size("M")] },
      {},
      "INVALID_VARIANT",
    ],
    [
      "an option value that is not declared",
      { title: "K", productOptions: sizes("M"), variants: [size("XL")] },
      {},
      "OPTION_VALUE_DOES_NOT_EXIST",
    ],
    [
      "four options",
      { title: "K", productOptions: ["a", "b", "c", "d"].map((name) => ({ name, values: [{ name: "1" }] })) },
      {},
      "OPTIONS_OVER_LIMIT",
    ],
    ["no title", { status: "DRAFT" }, {}, "MISSING_FIELD_REQUIRED"],
  ])("refuses %s", async (_name, input, more, code) => {
    await harness.graphql(DEFINE);
    expect(await set(input, more)).toMatchObject({ product: null, userErrors: [{ code }] });
  });

  it("runs as an operation when not synchronous", async () => {
    harness.control.clock({ freeze: true });
    const started = await set({ title: "Kurta" }, { sync: false });
    const read = async () =>
      (
        await harness.graphql(
          "query ($id: ID!) { productOperation(id: $id) { ... on ProductSetOperation { status product { title } userErrors { code } } } }",
          { id: started?.productSetOperation?.id },
        )
      ).data?.productOperation;
    expect(await read()).toEqual({ status: "CREATED", product: null, userErrors: [] });
    harness.control.clock({ advance: { seconds: 1 } });
    await harness.control.settle();
    expect(await read()).toEqual({ status: "COMPLETE", product: { title: "Kurta" }, userErrors: [] });
  });

  it("says which input it does not model", async () => {
    const { errors } = await harness.graphql(SET, { input: { title: "K", giftCard: true } });
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining("giftCard"),
      extensions: { code: "NOT_MODELLED" },
    });
  });
});

describe("updates", () => {
  it("of variants in bulk apply all or, when partial is allowed, what they can", async () => {
    const made = await set({ title: "Kurta", productOptions: sizes("M"), variants: [size("M")] });
    const productId = made?.product?.id;
    const good = { id: made?.product?.variants?.nodes?.[0]?.id, price: "1800", compareAtPrice: "2000" };
    const bad = { id: "gid://shopify/ProductVariant/1", price: "1" };
    const update = async (partial: boolean) =>
      (
        await harness.graphql(
          `mutation ($productId: ID!, $variants: [ProductVariantsBulkInput!]!, $partial: Boolean!) { productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: $partial) {
            productVariants { price compareAtPrice } userErrors { code field } } }`,
          { productId, variants: [good, bad], partial },
        )
      ).data?.productVariantsBulkUpdate;
    const error = { code: "PRODUCT_VARIANT_DOES_NOT_EXIST", field: ["variants", "1", "id"] };
    expect(await update(false)).toEqual({ productVariants: null, userErrors: [error] });
    expect(await update(true)).toEqual({
      productVariants: [{ price: "1800.00", compareAtPrice: "2000.00" }],
      userErrors: [error],
    });
  });

  it("change a status and tell the app, and a deletion too", async () => {
    const made = await set({ title: "Kurta" });
    const id = String(made?.product?.id);
    await harness.graphql(
      "mutation ($id: ID!) { productUpdate(product: { id: $id, status: DRAFT }) { product { status } userErrors { message } } }",
      { id },
    );
    harness.control.deleteProduct({ id });
    await harness.control.settle();
    expect(harness.received.map(({ topic }) => topic)).toEqual([
      "products/create",
      "products/update",
      "products/delete",
    ]);
    expect(
      (await harness.graphql("query ($id: ID!) { product(id: $id) { id } }", { id })).data?.product,
    ).toBeNull();
  });
});

describe("metafields", () => {
  const WRITE = `mutation ($metafields: [MetafieldsSetInput!]!) { metafieldsSet(metafields: $metafields) { metafields { namespace key value compareDigest } userErrors { code field elementIndex } } }`;

  it("are written all or none, and compared by digest", async () => {
    const ownerId = String((await set({ title: "Kurta" }))?.product?.id);
    const field = { ownerId, key: "a", type: "single_line_text_field", value: "1" };
    const write = async (...metafields: object[]) =>
      (await harness.graphql(WRITE, { metafields })).data?.metafieldsSet;
    expect(await write(field, { ...field, key: "b", type: undefined })).toMatchObject({
      metafields: null,
      userErrors: [{ code: "BLANK", elementIndex: 1 }],
    });
    const written = await write(field);
    const digest = written?.metafields?.[0]?.compareDigest;
    expect((await write({ ...field, value: "2", compareDigest: digest }))?.userErrors).toEqual([]);
    expect((await write({ ...field, value: "3", compareDigest: digest }))?.userErrors).toMatchObject([
      { code: "STALE_OBJECT" },
    ]);
  });

  it("of a unique definition belong to one owner", async () => {
    await harness.graphql(DEFINE);
    expect((await harness.graphql(DEFINE)).data?.metafieldDefinitionCreate?.userErrors).toEqual([
      { code: "TAKEN" },
    ]);
    const owners = [await set({ title: "A" }), await set({ title: "B" })].map((made) => made?.product?.id);
    const write = (ownerId: unknown) =>
      harness.graphql(WRITE, { metafields: [{ ownerId, key: "supplier_product_id", value: "prd_1" }] });
    expect((await write(owners[0])).data?.metafieldsSet?.userErrors).toEqual([]);
    expect((await write(owners[1])).data?.metafieldsSet?.userErrors).toMatchObject([{ code: "TAKEN" }]);
  });
});

describe("lists", () => {
  it("are paged by cursor and searched", async () => {
    for (const title of ["A", "B", "C"]) await set({ title, tags: [title.toLowerCase()] });
    const page = async (after: unknown) =>
      (
        await harness.graphql(
          "query ($after: String) { products(first: 2, after: $after) { nodes { title } pageInfo { hasNextPage endCursor } } }",
          { after },
        )
      ).data?.products;
    const first = await page(null);
    expect(first).toMatchObject({ nodes: [{ title: "A" }, { title: "B" }], pageInfo: { hasNextPage: true } });
    expect(await page(first?.pageInfo?.endCursor)).toMatchObject({
      nodes: [{ title: "C" }],
      pageInfo: { hasNextPage: false },
    });
    const found = await harness.graphql('{ products(first: 5, query: "tag:b") { nodes { title } } }');
    expect(found.data?.products?.nodes).toEqual([{ title: "B" }]);
    expect((await harness.graphql("{ products { nodes { id } } }")).errors?.[0]?.message).toBe(
      "you must provide one of first or last",
    );
  });
});
