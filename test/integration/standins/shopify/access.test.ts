import { afterEach, describe, expect, it } from "vitest";
import { DEMO_API_KEY, DEMO_API_SECRET, DEMO_SCOPES } from "#test/standins/shopify/defaults.ts";
import { exchangeBody, type Harness, startHarness } from "./standin.ts";

let harness: Harness;
afterEach(() => harness.close());

const TOKEN_PATH = "/admin/oauth/access_token";
const GRAPHQL_PATH = "/admin/api/2026-10/graphql.json";

async function exchange(body: object) {
  const answer = await harness.post(TOKEN_PATH, body);
  return { status: answer.status, body: Object(await answer.json()) };
}

const refreshBody = (refreshToken: string) => ({
  client_id: DEMO_API_KEY,
  client_secret: DEMO_API_SECRET,
  grant_type: "refresh_token",
  refresh_token: refreshToken,
});

async function statusWith(token: string): Promise<number> {
  const answer = await harness.post(
    GRAPHQL_PATH,
    { query: "{ shop { id } }" },
    { "x-shopify-access-token": token },
  );
  return answer.status;
}

describe("tokens", () => {
  it("exchanges a session token for an offline token that expires in an hour", async () => {
    harness = await startHarness();
    const { status, body } = await exchange(exchangeBody(harness.control.sessionToken()));
    expect(status).toBe(200);
    expect(body).toMatchObject({ expires_in: 3600, refresh_token_expires_in: 7776000 });
    expect(await statusWith(body.access_token)).toBe(200);
    harness.control.clock({ advance: { minutes: 61 } });
    expect(await statusWith(body.access_token)).toBe(401);
  });

  it("names the account owner in an online exchange, and nobody else", async () => {
    harness = await startHarness();
    const owner = await exchange(exchangeBody(harness.control.sessionToken({ userId: 1 }), "online"));
    const staff = await exchange(exchangeBody(harness.control.sessionToken({ userId: 2 }), "online"));
    expect(owner.body.associated_user).toMatchObject({ id: 1, account_owner: true });
    expect(staff.body.associated_user).toMatchObject({ id: 2, account_owner: false, collaborator: false });
  });

  it.each([
    ["a forged signature", (token: string) => `${token.slice(0, -4)}AAAA`],
    ["no token at all", () => "nonsense"],
  ])("refuses %s as an invalid subject token", async (_name, spoil) => {
    harness = await startHarness();
    const { status, body } = await exchange(exchangeBody(spoil(harness.control.sessionToken())));
    expect(status).toBe(400);
    expect(body.error).toBe("invalid_subject_token");
  });

  it("refuses a session token after its minute, one of another shop, and one of an uninstalled shop", async () => {
    harness = await startHarness();
    const old = harness.control.sessionToken();
    harness.control.clock({ advance: { minutes: 2 } });
    expect((await exchange(exchangeBody(old))).status).toBe(400);
    harness.control.createShop({ domain: "other.myshopify.com" });
    expect(
      (await exchange(exchangeBody(harness.control.sessionToken({ shop: "other.myshopify.com" })))).status,
    ).toBe(400);
    harness.control.uninstall();
    expect((await exchange(exchangeBody(harness.control.sessionToken()))).status).toBe(400);
  });

  it("refuses a wrong client secret", async () => {
    harness = await startHarness();
    const wrong = { ...exchangeBody(harness.control.sessionToken()), client_secret: "wrong" };
    expect((await exchange(wrong)).status).toBe(401);
  });

  it("keeps a refresh token good until its successor is used (old_refresh_token_until_new_used)", async () => {
    harness = await startHarness();
    const first = (await exchange(exchangeBody(harness.control.sessionToken()))).body.refresh_token;
    const second = (await exchange(refreshBody(first))).body.refresh_token;
    expect((await exchange(refreshBody(first))).status).toBe(200);
    expect((await exchange(refreshBody(second))).status).toBe(200);
    expect((await exchange(refreshBody(first))).status).toBe(400);
  });

  it("spends a refresh token at once when that rule is off", async () => {
    harness = await startHarness({ rulesOff: ["old_refresh_token_until_new_used"] });
    const first = (await exchange(exchangeBody(harness.control.sessionToken()))).body.refresh_token;
    await exchange(refreshBody(first));
    expect((await exchange(refreshBody(first))).status).toBe(400);
  });

  it("refuses an offline token that never expires (expiring_offline_tokens)", async () => {
    harness = await startHarness();
    const { expiring: _, ...body } = exchangeBody(harness.control.sessionToken());
    const token = (await exchange(body)).body.access_token;
    expect(await statusWith(token)).toBe(403);
    harness.control.rules({ set: { expiring_offline_tokens: false } });
    expect(await statusWith(token)).toBe(200);
  });

  it("revokes every token when the app is uninstalled", async () => {
    harness = await startHarness();
    const token = await harness.token();
    harness.control.uninstall();
    expect(await statusWith(token)).toBe(401);
  });
});

describe("the admin endpoint", () => {
  it("answers only the pinned API version", async () => {
    harness = await startHarness();
    const token = await harness.token();
    const answer = await harness.post(
      "/admin/api/2026-07/graphql.json",
      { query: "{ shop { id } }" },
      { "x-shopify-access-token": token },
    );
    expect(answer.status).toBe(404);
  });

  it.each([
    ["frozen", 402],
    ["locked", 423],
    ["gone", 404],
  ] as const)("answers for a shop that is %s with %d", async (status, code) => {
    harness = await startHarness();
    const token = await harness.token();
    harness.control.setShop({ status });
    expect(await statusWith(token)).toBe(code);
  });

  it("refuses a field the schema does not have", async () => {
    harness = await startHarness();
    const { errors } = await harness.graphql("{ shop { supplier } }");
    expect(errors?.[0]?.message).toContain('Cannot query field "supplier"');
  });

  it("says so when a field exists but is not modelled", async () => {
    harness = await startHarness();
    const { data, errors } = await harness.graphql("{ shop { id description } }");
    expect(data?.shop?.description).toBeNull();
    expect(errors?.[0]?.extensions.code).toBe("NOT_MODELLED");
  });

  it("denies what no granted scope covers (scopes)", async () => {
    harness = await startHarness({ scopes: DEMO_SCOPES.filter((scope) => scope !== "write_inventory") });
    const query = `mutation { inventoryItemUpdate(id: "gid://shopify/InventoryItem/1", input: {}) { userErrors { message } } }`;
    const denied = await harness.graphql(query);
    expect(denied.data?.inventoryItemUpdate).toBeNull();
    expect(denied.errors?.[0]?.extensions.code).toBe("ACCESS_DENIED");
    harness.control.rules({ set: { scopes: false } });
    expect((await harness.graphql(query)).errors).toBeUndefined();
  });

  it("withholds the customer with an error for each field until approved (protected_customer_data)", async () => {
    harness = await startHarness();
    harness.control.setShop({ customerDataApproved: false });
    const { id } = harness.control.placeOrder({ lines: [{ title: "Lamp", price: 500, quantity: 1 }] });
    const query = "query ($id: ID!) { order(id: $id) { id email } }";
    const { data, errors } = await harness.graphql(query, { id });
    expect(data?.order).toEqual({ id, email: null });
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining("This app is not approved to use the email field."),
      path: ["order", "email"],
      extensions: { code: "ACCESS_DENIED", documentation: "https://shopify.dev/api/usage/access-scopes" },
    });
    harness.control.rules({ set: { protected_customer_data: false } });
    expect((await harness.graphql(query, { id })).data?.order?.email).toBe("ayesha@example.com");
  });

  it("reads orders older than 60 days as null without read_all_orders (sixty_days)", async () => {
    harness = await startHarness();
    const { id } = harness.control.placeOrder({ lines: [{ title: "Lamp", price: 500, quantity: 1 }] });
    harness.control.clock({ advance: { days: 61 } });
    const fresh = async () =>
      (await exchange(exchangeBody(harness.control.sessionToken()))).body.access_token;
    const read = async () => {
      const headers = { "x-shopify-access-token": await fresh() };
      return (await harness.graphql("query ($id: ID!) { order(id: $id) { id } }", { id }, headers)).data
        ?.order;
    };
    expect(await read()).toBeNull();
    harness.control.setScopes({ scopes: [...DEMO_SCOPES, "read_all_orders"] });
    expect(await read()).toEqual({ id });
    harness.control.setScopes({ scopes: DEMO_SCOPES });
    harness.control.rules({ set: { sixty_days: false } });
    expect(await read()).toEqual({ id });
  });
});
