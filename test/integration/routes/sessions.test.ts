import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REQUIRED_SCOPES } from "#app/shopify/scopes.ts";
import { DEMO_API_KEY, DEMO_API_SECRET, DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { mintAccountToken } from "#test/standins/shopify/session-token.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { framed, installedShop, OTHER_SHOP, type Pages, startPages } from "./pages-harness.ts";

let pages: Pages;

beforeAll(async () => {
  pages = await startPages();
});

afterAll(() => pages?.close());

describe("who may see a page", () => {
  it("sends a document without a session token to fetch one", async () => {
    const { id_token: _, ...withoutToken } = framed(pages);
    const response = await pages.open("/", withoutToken);
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toContain("/auth/session-token");
  });

  it("asks for a fresh token when the one given was tampered with", async () => {
    const [head, body] = pages.token().split(".");
    const invalidToken = `${head}.${body}.${"A".repeat(43)}`;
    const response = await pages.read("orders/route", "/orders", { token: invalidToken });
    expect(response.status).toBe(401);
    expect(response.headers.get("X-Shopify-Retry-Invalid-Session-Request")).toBe("1");
  });

  it("refuses a token whose shop was exchanged without signing anew", async () => {
    const [head, body, signature] = pages.token().split(".");
    const claims: unknown = JSON.parse(Buffer.from(body ?? "", "base64url").toString());
    const moved = JSON.stringify(Object.assign({}, claims, { dest: `https://${OTHER_SHOP}` }));
    const token = `${head}.${Buffer.from(moved).toString("base64url")}.${signature}`;
    const response = await pages.read("orders/route", "/orders", { token });
    expect(response.status).toBe(401);
  });

  it.each([DEMO_SHOP, `https://${DEMO_SHOP}`])(
    "refuses the token of a customer's account, as data and as a document: %s",
    async (dest) => {
      const customerGid = "gid://shopify/Customer/1";
      const signed = { apiKey: DEMO_API_KEY, apiSecret: DEMO_API_SECRET, now: new Date() };
      const token = mintAccountToken({ shop: dest, customerGid, ...signed });
      expect((await pages.read("orders/route", "/orders", { token })).status).toBe(401);
      expect((await pages.open("/orders", { ...framed(pages), id_token: token })).status).toBe(401);
      expect((await pages.press("settings/route", "/settings", { intent: "save" }, { token })).status).toBe(
        401,
      );
    },
  );

  it("refuses a token of one shop's admin for another shop", async () => {
    const [head, body] = pages.token().split(".");
    const claims: unknown = JSON.parse(Buffer.from(body ?? "", "base64url").toString());
    const moved = Object.assign({}, claims, { dest: `https://${OTHER_SHOP}` });
    const text = `${head}.${Buffer.from(JSON.stringify(moved)).toString("base64url")}`;
    const signature = createHmac("sha256", DEMO_API_SECRET).update(text).digest("base64url");
    const response = await pages.read("orders/route", "/orders", { token: `${text}.${signature}` });
    expect(response.status).toBe(401);
  });

  it("answers nothing of a page to a request without any token", async () => {
    const response = await fetch(`${pages.world.app.url}/orders?_data=routes%2Fadmin%2Forders%2Froute`, {
      headers: { "User-Agent": "Mozilla/5.0 Chrome/153.0" },
      redirect: "manual",
    });
    expect(response.status).toBe(204);
    expect(response.headers.get("X-Remix-Redirect")).toContain("/auth/");
    expect(await response.text()).toBe("");
  });
});

describe("the first open", () => {
  it("sets the shop up once, however many parts of the page ask at once", async () => {
    const paths = ["layout", "home/route", "layout", "home/route"];
    const answers = await Promise.all(paths.map((route) => pages.read(route, "/?index")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const shops = await pages.database.prisma.shop.findMany();
    expect(shops).toMatchObject([{ domain: DEMO_SHOP, state: "installed", currency: "PKR" }]);
    expect(shops[0]?.locationGid).toMatch(/^gid:\/\/shopify\/Location\//);
    const { services } = pages.world.shopify.control.state({});
    expect(services).toHaveLength(1);
  });

  it("lets only this shop's admin and the demo's frame hold the document", async () => {
    const response = await pages.open("/", framed(pages));
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    expect(response.status).toBe(200);
    expect(policy).toMatch(/^frame-ancestors /);
    expect(policy).toContain(`https://${DEMO_SHOP}`);
    expect(policy).toContain("https://admin.shopify.com");
    expect(policy).toContain(pages.world.admin.url);
  });

  it("puts App Bridge first into the document's head", async () => {
    const html = await (await pages.open("/", framed(pages))).text();
    const firstScript = /<script[^>]*src="([^"]+)"/.exec(html)?.[1];
    expect(firstScript).toBe(`${pages.world.admin.url}/app-bridge.js`);
    expect(html).not.toContain("karwan-demo-secret");
    expect(html).not.toContain("cdn.shopify.com");
  });
});

describe("addresses", () => {
  it.each(["/home/route", "/order-cards", "/settings/preferences", "/nothing"])(
    "does not make a page of the file behind %s",
    async (path) => {
      expect((await pages.open(path, framed(pages))).status).toBe(404);
    },
  );
});

describe("while the client secret is replaced", () => {
  const NEWER = "karwan-newer-secret-not-for-production";
  const both = [NEWER, DEMO_API_SECRET];
  const control = () => pages.world.shopify.control;

  beforeAll(async () => {
    await pages.world.app.stop();
    await pages.world.restartApp({ SHOPIFY_API_SECRET: both.join(", ") });
  });

  it.each([
    ["before Shopify knows the new one", "before", DEMO_API_SECRET, [DEMO_API_SECRET]],
    ["while Shopify knows both and signs with the old one", "while", DEMO_API_SECRET, both],
    ["once the old one was revoked", "after", NEWER, [NEWER]],
  ] as const)(
    "a shop opens the app, gets its tokens and is heard %s",
    async (_when, name, signing, accepted) => {
      control().setSecrets({ signing, accepted });
      const shop = `secret-${name}.myshopify.com`;
      control().createShop({ domain: shop });
      expect((await pages.read("home/route", "/?index", { shop })).status).toBe(200);
      expect((await pages.read("orders/route", "/orders", { shop })).status).toBe(200);
      expect(await statusOfWebhook(shop)).toBe(200);
    },
  );

  it("takes what Shopify still signs with the old one after it was revoked", async () => {
    control().setSecrets({ signing: NEWER, accepted: [NEWER] });
    await installedShop(pages);
    control().setSecrets({ signing: DEMO_API_SECRET, accepted: [NEWER] });
    expect((await pages.read("orders/route", "/orders")).status).toBe(200);
    expect(await statusOfWebhook(DEMO_SHOP)).toBe(200);
  });

  it("refuses what no secret of the list has signed", async () => {
    control().setSecrets({ signing: "a-secret-of-somebody-else", accepted: both });
    expect((await pages.read("orders/route", "/orders")).status).toBe(401);
    expect(await statusOfWebhook(DEMO_SHOP)).toBe(401);
  });

  async function statusOfWebhook(shop: string): Promise<number | null> {
    control().setScopes({ shop, scopes: REQUIRED_SCOPES });
    const attempts = () => control().deliveries({ shop }).at(-1)?.attempts ?? [];
    await waitFor(async () => attempts().length > 0, { what: "the webhook to be sent" });
    return attempts()[0]?.status ?? null;
  }
});
