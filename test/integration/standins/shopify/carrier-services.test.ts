import { afterEach, describe, expect, it } from "vitest";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { serveBodies } from "#test/support/serve-bodies.ts";
import { stockOurGoods } from "./goods.ts";
import { type Fields, type Harness, startHarness } from "./standin.ts";

const CREATE = `mutation ($name: String!, $url: URL!) {
  carrierServiceCreate(input: { name: $name, callbackUrl: $url, active: true, supportsServiceDiscovery: false }) {
    carrierService { id } userErrors { field message code } } }`;
const LIST = "{ carrierServices(first: 5) { nodes { id callbackUrl active } } }";

let harness: Harness;
let closeApp: () => void = () => undefined;

afterEach(async () => {
  closeApp();
  await harness.close();
});

async function start(rules: Readonly<Record<string, boolean>> = {}, planName = "Advanced") {
  harness = await startHarness();
  harness.control.rules({ set: rules });
  harness.control.setShop({ planName });
  harness.control.grantScopes({ scopes: ["write_shipping"] });
}

async function create(name = "Karwan", url = `${harness.appUrl}/rates/token`): Promise<Fields | undefined> {
  return (await harness.graphql(CREATE, { name, url })).data?.carrierServiceCreate;
}

/** An app that answers each request so, at the address it is registered with. */
async function startApp(answer: () => { readonly status: number; readonly body: string }) {
  const received: { readonly body: string; readonly signature: string | undefined }[] = [];
  const server = serveBodies((bytes, request, response) => {
    received.push({
      body: bytes.toString("utf8"),
      signature: request.headers["x-shopify-hmac-sha256"]?.toString(),
    });
    const { status, body } = answer();
    response.writeHead(status).end(body);
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  closeApp = () => server.close();
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { received, url: `http://127.0.0.1:${port}/rates/token` };
}

async function checkOut(variantId: string, city = "Lahore"): Promise<string | undefined> {
  const fields = { variantId, quantity: "2", firstName: "Ayesha", lastName: "Example", city };
  await fetch(`${harness.standin.url}/checkout`, {
    method: "POST",
    headers: { "x-forwarded-host": DEMO_SHOP },
    body: new URLSearchParams({ ...fields, phone: "03001234567", address1: "House 12" }),
    redirect: "manual",
  });
  const orders = harness.control.state().orders;
  return JSON.stringify(orders.at(-1)?.shippingLines);
}

const rate = (price: string) => ({
  status: 200,
  body: JSON.stringify({
    rates: [{ service_name: "By app", service_code: "app", currency: "PKR", total_price: price }],
  }),
});

describe("carrier services", () => {
  it("need a plan that has rates of apps (carrier_rates_plan)", async () => {
    await start({}, "Basic");
    expect(await create()).toMatchObject({
      carrierService: null,
      userErrors: [{ code: "CARRIER_SERVICE_CREATE_FAILED" }],
    });
    harness.control.rules({ set: { carrier_rates_plan: false } });
    expect(await create()).toMatchObject({ userErrors: [] });
  });

  it("need a name of their own, an address of the app's and the permission", async () => {
    await start();
    expect(await create("Karwan", "https://example.com/rates")).toMatchObject({ carrierService: null });
    expect(await create()).toMatchObject({ userErrors: [] });
    expect(await create()).toMatchObject({ carrierService: null, userErrors: [{ field: ["name"] }] });
    const { data } = await harness.graphql(LIST);
    expect(data?.carrierServices?.nodes).toMatchObject([{ active: true }]);
    harness.control.uninstall();
    expect(harness.control.state().carrierServices).toEqual([]);
  });

  it("are asked by the checkout, once for equal carts within a quarter of an hour", async () => {
    await start({ callback_url_of_app: false });
    const app = await startApp(() => rate("31500"));
    await create("Karwan", app.url);
    const { variantId } = await stockOurGoods(harness);
    expect(await checkOut(variantId)).toContain("By app");
    await checkOut(variantId);
    expect(app.received).toHaveLength(1);
    await checkOut(variantId, "Quetta");
    expect(app.received).toHaveLength(2);
    harness.control.clock({ advance: { minutes: 16 } });
    await checkOut(variantId);
    expect(app.received).toHaveLength(3);
    expect(JSON.parse(app.received[0]?.body ?? "").rate).toMatchObject({
      destination: { country: "PK", city: "Lahore", phone: "03001234567" },
      items: [{ quantity: 2, requires_shipping: true }],
      currency: "PKR",
    });
  });

  it("are signed like webhooks, as far as anybody knows (rate_request_signed)", async () => {
    await start({ callback_url_of_app: false });
    const app = await startApp(() => rate("100"));
    await create("Karwan", app.url);
    const { variantId } = await stockOurGoods(harness);
    await checkOut(variantId);
    expect(app.received[0]?.signature).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    harness.control.rules({ set: { rate_request_signed: false } });
    await checkOut(variantId, "Multan");
    expect(app.received[1]?.signature).toBeUndefined();
  });

  it("leave the cart to the shop's own rates where they fail, for half a minute, or have none", async () => {
    await start({ callback_url_of_app: false });
    const answers = [
      { status: 503, body: "" },
      { status: 200, body: '{"rates":[]}' },
    ];
    const app = await startApp(() => answers[app.received.length - 1] ?? rate("900"));
    await create("Karwan", app.url);
    const { variantId } = await stockOurGoods(harness);
    for (const seconds of [0, 29, 2]) {
      harness.control.clock({ advance: { seconds } });
      expect(await checkOut(variantId)).toContain('"Standard"');
    }
    expect(app.received).toHaveLength(2);
    harness.control.clock({ advance: { minutes: 16 } });
    expect(await checkOut(variantId)).toContain("By app");
  });
});
