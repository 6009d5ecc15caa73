import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ShopId } from "#app/platform/ids.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import {
  createOrder,
  framed,
  installedShop,
  OTHER_SHOP,
  OWNER,
  type Pages,
  STAFF,
  someId,
  startPages,
} from "./pages-harness.ts";

const agent = { "User-Agent": "Mozilla/5.0 Chrome/153.0" };

let pages: Pages;
let shopId: ShopId;

beforeAll(async () => {
  pages = await startPages();
  shopId = await installedShop(pages);
});

afterAll(() => pages?.close());

const shop = () => pages.database.prisma.shop.findUniqueOrThrow({ where: { id: shopId } });

function policyOf(response: Response): ReadonlyMap<string, readonly string[]> {
  const directives = (response.headers.get("Content-Security-Policy") ?? "").split(";");
  return new Map(
    directives.map((directive) => {
      const [name = "", ...sources] = directive.trim().split(" ");
      return [name, sources];
    }),
  );
}

const frameAncestors = (response: Response) => policyOf(response).get("frame-ancestors") ?? [];

describe("what is the owner's", () => {
  const settings = {
    autoPrepaid: "true",
    autoCod: "true",
    paused: "true",
    codGateways: "COD",
    senderName: "Staff",
  };
  const rest = { shippingShare: "none", markPaidOnDelivery: "false", notifyCustomers: "false" };
  const owned: readonly Readonly<Record<string, string>>[] = [
    { intent: "connect", keyId: "lk_demo", secret: "live-demo-secret" },
    { intent: "rotate", mode: "live" },
    { intent: "activate", mode: "test" },
    { intent: "disconnect", mode: "live" },
    { intent: "drop_imports" },
    { intent: "start_shadow" },
    { intent: "end_shadow", autoPrepaid: "true", autoCod: "true" },
    { intent: "set_up_routing", ...settings, ...rest, whenCostChanges: "rule", courierApps: "no" },
    { intent: "save", ...settings, ...rest },
  ];

  it.each(owned.map((fields) => [fields.intent, fields] as const))(
    "is refused to staff with 403 and a sentence: %s",
    async (_, fields) => {
      const before = await shop();
      const response = await pages.press("settings/route", "/settings", fields, { userId: STAFF });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({
        ok: false,
        reason: "Only the owner of the store can do this.",
      });
      expect(await shop()).toEqual(before);
      expect(await pages.database.prisma.supplierConnection.count()).toBe(0);
      expect(await pages.world.supplier.control.requests()).toEqual([]);
    },
  );

  it("is refused to staff when an order is to be paid", async () => {
    const order = await createOrder(pages, shopId);
    const fields = { intent: "pay", parcelId: someId() };
    const response = await pages.press("orders/order/route", `/orders/${order.id}`, fields, {
      userId: STAFF,
    });
    expect(response.status).toBe(403);
  });

  it("is done for the owner", async () => {
    const fields = { intent: "save", autoPrepaid: "true", autoCod: "false" };
    const response = await pages.press("settings/route", "/settings", fields, { userId: OWNER });
    expect(response.status).toBe(200);
    expect(await shop()).toMatchObject({ autoPrepaidBy: String(OWNER), autoCodBy: null });
  });

  it("keeps no token of the person it asked about", async () => {
    const sessions = await pages.database.prisma.shopifySession.findMany({ where: { shopId } });
    expect(sessions.map(({ isOnline, userId }) => ({ isOnline, userId }))).toEqual([
      { isOnline: false, userId: null },
    ]);
  });
});

describe("what a delivery said", () => {
  it("is told to be erased where it was, and its line stays", async () => {
    const receipt = {
      shopId,
      source: "shopify" as const,
      key: `orders/updated/${someId()}`,
      topic: "orders/updated",
    };
    const { id } = await pages.database.prisma.delivery.create({
      data: { ...receipt, bodyEnc: new Uint8Array(), ignored: "erased" },
    });
    const response = await pages.read("delivery-body", `/activity/deliveries/${id}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ kind: "erased" });
    expect((await pages.read("delivery-body", `/activity/deliveries/${id}9`)).status).toBe(404);
  });
});

describe("the headers of a document", () => {
  it("let the shop's own admin hold it, and nobody else but the demo's frame", async () => {
    for (const name of [DEMO_SHOP, OTHER_SHOP]) {
      const [frame, ...allowed] = frameAncestors(await pages.open("/", framed(pages, { shop: name })));
      expect(frame).toBe(pages.world.admin.url);
      expect(allowed.slice(0, 2)).toEqual([`https://${name}`, "https://admin.shopify.com"]);
      expect(allowed.every((origin) => /^https:\/\/[\w.*-]+$/.test(origin))).toBe(true);
      expect(allowed.filter((origin) => origin.endsWith(".myshopify.com"))).toEqual([`https://${name}`]);
    }
  });

  it("name no host of anybody's development", async () => {
    const policy = (await pages.open("/", framed(pages))).headers.get("Content-Security-Policy");
    expect(policy).not.toMatch(/spin\.dev|myshopify\.io|shop\.dev/);
  });

  it("let scripts run that are files of ours, App Bridge, or bear the document's own nonce", async () => {
    const documents = await Promise.all([1, 2].map(() => pages.open("/", framed(pages))));
    const nonces = await Promise.all(
      documents.map(async (document) => {
        const sources = policyOf(document).get("script-src") ?? [];
        const nonce = sources.map((source) => /^'nonce-(.+)'$/.exec(source)?.[1]).find(Boolean) ?? "";
        const rest = sources.filter((source) => !source.startsWith("'nonce-"));
        expect(rest).toEqual(["'self'", "https://cdn.shopify.com", pages.world.admin.url]);
        const inline = (await document.text()).match(/<script(?![^>]* src=)[^>]*>/g) ?? [];
        expect(inline.length).toBeGreaterThan(1);
        for (const tag of inline) expect(tag).toContain(`nonce="${nonce}"`);
        return nonce;
      }),
    );
    expect(nonces[0]).toMatch(/^[\w+/]{22}==$/);
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it("forbid what no page of ours has", async () => {
    const policy = policyOf(await pages.open("/", framed(pages)));
    expect(policy.get("object-src")).toEqual(["'none'"]);
    expect(policy.get("base-uri")).toEqual(["'none'"]);
    expect(policy.get("form-action")).toEqual(["'self'"]);
    expect(policy.get("default-src")).toEqual(["'self'"]);
  });

  it("tell the browser not to guess, not to keep and not to say where it came from", async () => {
    const { headers } = await pages.open("/", framed(pages));
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("X-Powered-By")).toBeNull();
    expect(headers.getSetCookie()).toEqual([]);
  });

  it("are the same on data, health and assets that are not there", async () => {
    const answers = [
      await pages.read("orders/route", "/orders"),
      await pages.open("/healthz", {}),
      await pages.open("/assets/nothing.js", {}),
    ];
    for (const { headers } of answers) {
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("X-Powered-By")).toBeNull();
      expect(headers.getSetCookie()).toEqual([]);
    }
  });
});

it("a connection is kept for longer than load balancers keep theirs, which is a minute", async () => {
  const { headers } = await pages.open("/healthz", {});
  expect(headers.get("keep-alive")).toBe("timeout=65");
});

describe("an address that is none of ours", () => {
  it.each(["/nothing", "/orders/1/2/3", "/.env", "/wp-login.php", "/auth/exit-iframe", "/auth/callback"])(
    "%s is not found, and the answer repeats no token",
    async (path) => {
      const given = framed(pages);
      const response = await pages.open(path, given);
      const html = await response.text();
      expect(response.status).toBe(404);
      expect(html).not.toContain(given.id_token);
      expect(html).not.toContain("eyJ");
    },
  );

  it.each(["PUT", "DELETE", "PATCH", "PROPFIND"])("%s has no effect and no page", async (method) => {
    const url = new URL(`/settings?${new URLSearchParams(framed(pages))}`, pages.world.app.url);
    const response = await fetch(url, {
      method,
      headers: { ...agent, "Content-Length": "0" },
    });
    expect(response.status).toBe(405);
    expect(await response.text()).toBe("");
  });

  it("sends a visit from outside the admin back there, with a sentence", async () => {
    const away = await pages.open("/", {});
    expect([away.status, away.headers.get("location")]).toEqual([302, "/auth/login"]);
    const response = await pages.open("/auth/login", {});
    expect(response.status).toBe(401);
    expect(await response.text()).toContain("Open Karwan from your Shopify admin");
  });
});

describe("a document that is asked for from inside the app, without its shop", () => {
  const ask = (referer: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(new URL("/listings?search=ear", pages.world.app.url), {
      headers: { ...agent, Referer: referer, ...headers },
      redirect: "manual",
    });
  const openedAt = () => `${pages.world.app.url}/?${new URLSearchParams(framed(pages))}`;

  it("comes back with what the page before it was opened with, but for the token", async () => {
    const response = await ask(openedAt());
    expect(response.status).toBe(302);
    const { pathname, searchParams } = new URL(response.headers.get("location") ?? "", pages.world.app.url);
    const { shop: named, host } = framed(pages);
    expect(pathname).toBe("/listings");
    expect(Object.fromEntries(searchParams)).toMatchObject({
      search: "ear",
      shop: named,
      host,
      embedded: "1",
    });
    expect(searchParams.has("id_token")).toBe(false);
  });

  it("comes back to ours, whatever its path looks like", async () => {
    const address = `${pages.world.app.url}//stranger.example/take`;
    const headers = { ...agent, Referer: openedAt() };
    const response = await fetch(address, { headers, redirect: "manual" });
    expect(new URL(response.headers.get("location") ?? "", address).origin).toBe(pages.world.app.url);
  });

  it("asks App Bridge once: with a shop that is none it is a visit from outside", async () => {
    const address = `${pages.world.app.url}/listings?shop=stranger.example&host=eA`;
    const headers = { ...agent, Referer: `${pages.world.app.url}/auth/return`, "Sec-Fetch-Dest": "iframe" };
    const response = await fetch(address, { headers, redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([302, "/auth/login"]);
  });

  it.each([
    ["another site", () => openedAt().replace(pages.world.app.url, "https://stranger.example")],
    ["an address that is none", () => "http://["],
  ])("is taken for a visit from outside when it comes from %s", async (_, referer) => {
    const response = await ask(referer());
    expect([response.status, response.headers.get("location")]).toEqual([302, "/auth/login"]);
  });

  it.each([
    ["it comes from a page of ours that names none", { Referer: "/orders" }],
    ["it comes from a page of ours that names a stranger", { Referer: "/?shop=stranger.example&host=eA" }],
    ["it is for a frame, and does not say where it comes from", { "Sec-Fetch-Dest": "iframe" }],
  ])("asks App Bridge for the shop, where %s", async (_, headers: Readonly<Record<string, string>>) => {
    const { Referer, ...others } = headers;
    const response = await ask(Referer ? `${pages.world.app.url}${Referer}` : "", others);
    const to = new URLSearchParams({ to: "/listings?search=ear" });
    expect([response.status, response.headers.get("location")]).toEqual([302, `/auth/return?${to}`]);
  });

  it("is framed by Shopify's admin alone while App Bridge is asked", async () => {
    const response = await pages.open("/auth/return", { to: "/listings?search=ear" });
    expect(response.status).toBe(200);
    expect(frameAncestors(response).slice(1)).toEqual(["https://admin.shopify.com"]);
    const html = await response.text();
    expect(html).toContain("shopify-api-key");
    expect(html).toContain("app-bridge.js");
  });

  it("writes no script that whoever made the link chose", async () => {
    const to = "/orders?search=</script><script>alert(1)</script>";
    const html = await (await pages.open("/auth/return", { to })).text();
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toContain("alert(1)</script>");
  });

  it.each([
    ["https://stranger.example/take", "/"],
    ["//stranger.example", "/"],
    ["javascript:alert(1)", "/"],
    ["http://[", "/"],
    ["/.//stranger.example", "//stranger.example"],
  ])("returns from %s to ours", async (to, path) => {
    const html = await (await pages.open("/auth/return", { to })).text();
    expect(html).toContain(`new URL("${pages.world.app.url}${path}")`);
  });
});

describe("the page that fetches a token", () => {
  const ask = (query: Readonly<Record<string, string>>) => pages.open("/auth/session-token", query);

  it("serves a shop's own page", async () => {
    const reload = `${pages.world.app.url}/orders?shop=${DEMO_SHOP}`;
    const response = await ask({ shop: DEMO_SHOP, "shopify-reload": reload });
    expect(response.status).toBe(200);
    expect(frameAncestors(response)).toContain(`https://${DEMO_SHOP}`);
  });

  it.each([
    ["leads to another site", { shop: DEMO_SHOP, "shopify-reload": "https://stranger.example/take" }],
    ["leads to a site of a like name", { shop: DEMO_SHOP, "shopify-reload": "//stranger.example" }],
    ["runs a script", { shop: DEMO_SHOP, "shopify-reload": "javascript:alert(1)" }],
    ["names a frame of its own", { shop: "stranger.example" }],
    ["breaks out of the header", { shop: `${DEMO_SHOP}; script-src *` }],
    ["breaks the header in two", { shop: `${DEMO_SHOP}\r\nset-cookie: a=b` }],
  ])("is not found when it %s", async (_, query) => {
    const response = await ask(query);
    expect(response.status).toBe(404);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.text()).not.toContain("stranger.example");
  });
});

describe("a form that is none of ours", () => {
  const post = (body: BodyInit, init: RequestInit & { duplex?: "half" } = {}) =>
    fetch(new URL("/settings?_data=routes%2Fadmin%2Fsettings%2Froute", pages.world.app.url), {
      ...{ method: "POST", body, headers: { Authorization: `Bearer ${pages.token()}` } },
      ...init,
    });

  it("is refused before anything of it is read when it is too large", async () => {
    const fields = new URLSearchParams({ intent: "connect", keyId: "k".repeat(70_000), secret: "s" });
    expect((await post(fields)).status).toBe(413);
  });

  it("is read where our own forms are larger", async () => {
    const send = (path: string, route: string, body: FormData) => {
      const url = new URL(`${path}?_data=${encodeURIComponent(route)}`, pages.world.app.url);
      const headers = { ...agent, Authorization: `Bearer ${pages.token()}` };
      return fetch(url, { method: "POST", body, headers });
    };
    const file = new FormData();
    file.set("file", new File(["a,b\n".repeat(200_000)], "mappings.csv"));
    const looked = await send("/mapping/csv", "routes/admin/mapping/csv", file);
    expect(await looked.json()).toMatchObject({ reason: expect.stringContaining("not connected") });
    const review = new FormData();
    review.set("choices", "x".repeat(400_000));
    const refused = await send("/import/review", "routes/admin/import/review/route", review);
    expect(refused.status).toBe(400);
    review.set("choices", "x".repeat(600_000));
    expect((await send("/import/review", "routes/admin/import/review/route", review)).status).toBe(413);
  });

  it("is not understood when it is no form", async () => {
    const headers = { ...agent, Authorization: `Bearer ${pages.token()}`, "Content-Type": "text/plain" };
    const response = await post("__proto__=1", { headers });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("intent");
  });

  it("is not understood when a field has a NUL, which no row could keep", async () => {
    const headers = { ...agent, Authorization: `Bearer ${pages.token()}` };
    const response = await post(new URLSearchParams({ intent: "save", senderName: "Rang\0" }), { headers });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("senderName");
  });

  it("is refused when it does not say how large it is", async () => {
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(Buffer.from("intent=check&mode=live"));
        controller.close();
      },
    });
    expect((await post(body, { duplex: "half" })).status).toBe(411);
  });
});
