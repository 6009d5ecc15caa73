import type { Harness } from "./standin.ts";

export type Goods = {
  readonly serviceId: string;
  readonly locationId: string;
  readonly productId: string;
  readonly variantId: string;
  readonly itemId: string;
};

/** The app's service and location, and one product stocked only there, on every sales channel. */
export async function stockOurGoods(harness: Harness, available = 50, price = "1600"): Promise<Goods> {
  const service = await harness.graphql(
    `mutation { fulfillmentServiceCreate(name: "Karwan", inventoryManagement: false, trackingSupport: false) {
      fulfillmentService { id location { id } } userErrors { message } } }`,
  );
  const created = service.data?.fulfillmentServiceCreate?.fulfillmentService;
  const locationId = String(created?.location?.id);
  const product = await harness.graphql(
    `mutation ($input: ProductSetInput!) { productSet(input: $input) {
      product { id variants(first: 1) { nodes { id inventoryItem { id inventoryLevels(first: 5) { nodes { id location { id } } } } } } }
      userErrors { message field } } }`,
    {
      input: {
        title: "Cotton Kurta",
        productOptions: [{ name: "Size", values: [{ name: "M" }] }],
        variants: [
          {
            price,
            optionValues: [{ optionName: "Size", name: "M" }],
            inventoryItem: { sku: "KRT-M", tracked: true, cost: "1000" },
            inventoryQuantities: [{ locationId, name: "available", quantity: available }],
          },
        ],
      },
    },
  );
  if (product.errors) throw new Error(JSON.stringify(product.errors));
  const made = product.data?.productSet?.product;
  const variant = made?.variants?.nodes?.[0];
  for (const level of Object.values(variant?.inventoryItem?.inventoryLevels?.nodes ?? {})) {
    if (String(level.location?.id) === locationId) continue;
    await harness.graphql(
      "mutation ($id: ID!) { inventoryDeactivate(inventoryLevelId: $id) { userErrors { message } } }",
      { id: level.id },
    );
  }
  harness.control.setChannels({ id: String(made?.id) });
  return {
    serviceId: String(created?.id),
    locationId,
    productId: String(made?.id),
    variantId: String(variant?.id),
    itemId: String(variant?.inventoryItem?.id),
  };
}

/** An order of our goods, routed; returns the order and its first fulfillment order. */
export async function placeOurOrder(harness: Harness, variantId: string, quantity = 2) {
  const { id, lineIds } = harness.control.placeOrder({ lines: [{ variantId, quantity }], shipping: 200 });
  await harness.control.settle();
  const [fulfillmentOrder] = harness.control.fulfillmentOrdersOf({ orderId: id });
  return { orderId: id, lineId: lineIds[0] ?? "", fulfillmentOrderId: fulfillmentOrder?.id ?? "" };
}

/** Runs one of the mutations that take a fulfillment order's id and answer with it. */
export function onFulfillmentOrder(harness: Harness, mutation: string, id: string, more = "") {
  return harness
    .graphql(
      `mutation ($id: ID!) { ${mutation}(id: $id${more}) { fulfillmentOrder { id status requestStatus } userErrors { field message } } }`,
      { id },
    )
    .then(({ data, errors }) => {
      const payload = data?.[mutation];
      return { fulfillmentOrder: payload?.fulfillmentOrder, userErrors: payload?.userErrors, errors };
    });
}

export async function submit(harness: Harness, id: string) {
  const { data } = await harness.graphql(
    `mutation ($id: ID!) { fulfillmentOrderSubmitFulfillmentRequest(id: $id, message: "please", notifyCustomer: false) {
      submittedFulfillmentOrder { id status requestStatus } unsubmittedFulfillmentOrder { id } userErrors { field message } } }`,
    { id },
  );
  return data?.fulfillmentOrderSubmitFulfillmentRequest;
}

export async function accept(harness: Harness, id: string) {
  await submit(harness, id);
  return onFulfillmentOrder(harness, "fulfillmentOrderAcceptFulfillmentRequest", id);
}

export async function fulfill(harness: Harness, id: string, lines?: Array<{ id: string; quantity: number }>) {
  const { data } = await harness.graphql(
    `mutation ($fulfillment: FulfillmentInput!) { fulfillmentCreate(fulfillment: $fulfillment) {
      fulfillment { id name status trackingInfo(first: 1) { company number url } } userErrors { field message } } }`,
    {
      fulfillment: {
        notifyCustomer: true,
        trackingInfo: { company: "Demo Courier", number: "TRK1" },
        lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: id, fulfillmentOrderLineItems: lines }],
      },
    },
  );
  return data?.fulfillmentCreate;
}
