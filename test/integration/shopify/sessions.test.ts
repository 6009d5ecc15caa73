import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isShopifyError } from "#app/shopify/errors.ts";
import { DEMO_SHOP, type ShopifySide, startShopifySide } from "./harness.ts";

let side: ShopifySide;

beforeAll(async () => {
  side = await startShopifySide();
});
afterAll(() => side.stop());
beforeEach(async () => {
  side.resetClock();
  side.standin.control.faults({ clear: true });
  side.standin.control.reinstall();
  await side.db.shopifySession.deleteMany();
  side.standin.control.requests({ clear: true });
});

describe("opening the app", () => {
  it("exchanges the session token for an expiring offline token and makes the shop's row", async () => {
    const { shop } = await side.openShop();
    const session = await side.db.shopifySession.findUniqueOrThrow({ where: { id: `offline_${DEMO_SHOP}` } });
    expect(session).toMatchObject({ shopId: shop.id, isOnline: false });
    expect(session.expiresAt?.getTime()).toBeGreaterThan(Date.now());
    expect(session.refreshTokenExpiresAt).not.toBeNull();
  });

  it("keeps no token in clear", async () => {
    const { shop } = await side.openShop();
    const token = await side.access.getToken(shop);
    const row = await side.db.shopifySession.findFirstOrThrow();
    expect(Buffer.from(row.accessTokenEnc ?? []).includes(token)).toBe(false);
    expect(JSON.stringify(side.logged)).not.toContain(token);
  });

  it("exchanges once when a first load asks for many routes at once", async () => {
    const requests = Array.from({ length: 6 }, () => side.request());
    const contexts = await Promise.all(requests.map((request) => side.app.authenticateAdmin(request)));
    expect(new Set(contexts.map(({ session }) => session.accessToken)).size).toBe(1);
    expect(side.tokenRequests()).toHaveLength(1);
  });

  it("lets the others try when the first of a load was refused", async () => {
    const bad = new Request("http://localhost:3000/", {
      headers: {
        ...Object.fromEntries(side.request().headers),
        authorization: `${side.request().headers.get("authorization")}x`,
      },
    });
    const [first, second] = await Promise.allSettled([
      side.app.authenticateAdmin(bad),
      side.app.authenticateAdmin(side.request()),
    ]);
    expect([first?.status, second?.status]).toEqual(["rejected", "fulfilled"]);
  });

  it("knows who acts, and whether the shop is theirs", async () => {
    const token = (userId: number) => side.standin.control.sessionToken({ userId });
    await expect(side.tokenEndpoint.findActingUser(DEMO_SHOP, token(1))).resolves.toMatchObject({
      accountOwner: true,
    });
    await expect(side.tokenEndpoint.findActingUser(DEMO_SHOP, token(2))).resolves.toMatchObject({
      accountOwner: false,
    });
    await expect(side.tokenEndpoint.findActingUser(DEMO_SHOP, "no.such.token")).rejects.toMatchObject({
      kind: "unauthorized",
    });
  });

  it("forgets a pair that was copied to another shop's row", async () => {
    await side.openShop();
    const row = await side.db.shopifySession.findFirstOrThrow();
    await side.db.shopifySession.create({ data: { ...row, id: "offline_other.myshopify.com" } });
    await expect(side.sessionStorage.loadSession("offline_other.myshopify.com")).resolves.toBeUndefined();
  });

  it("finds and deletes the sessions of a shop", async () => {
    await side.openShop();
    const [session] = await side.sessionStorage.findSessionsByShop(DEMO_SHOP);
    expect(session?.refreshToken).toBeDefined();
    await side.sessionStorage.deleteSessions([session?.id ?? ""]);
    await expect(side.sessionStorage.findSessionsByShop(DEMO_SHOP)).resolves.toEqual([]);
  });
});

describe("the offline token of a worker", () => {
  it("is refreshed once when ten ask at the same moment, in one process or in two", async () => {
    const { shop } = await side.openShop();
    side.standin.control.requests({ clear: true });
    side.advance(3590);
    const [one, other] = [side.newAccess(), side.newAccess()];
    const tokens = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? one : other).getToken(shop)),
    );
    expect(new Set(tokens).size).toBe(1);
    expect(side.tokenRequests()).toHaveLength(1);
  });

  it("is stored with the refresh token it came with", async () => {
    const { shop } = await side.openShop();
    const before = await side.sessionStorage.loadSession(`offline_${DEMO_SHOP}`);
    side.advance(3590);
    const token = await side.access.getToken(shop);
    const after = await side.sessionStorage.loadSession(`offline_${DEMO_SHOP}`);
    expect(after?.accessToken).toBe(token);
    expect(after?.refreshToken).not.toBe(before?.refreshToken);
  });

  it("is asked for again when the answer to the refresh was lost", async () => {
    const { shop } = await side.openShop();
    side.advance(3590);
    side.standin.control.faults({ requests: [{ kind: "cut_after", field: "oauth" }] });
    const token = await side.access.getToken(shop);
    expect(token).not.toBe("");
    await expect(side.access.getToken(shop)).resolves.toBe(token);
  });

  it("is refreshed and the call repeated once when Shopify rejects it", async () => {
    const { shop, admin } = await side.openShop();
    const rejected = await side.access.getToken(shop);
    const tokens = await Promise.all(
      Array.from({ length: 5 }, () => side.access.getToken(shop, { rejected })),
    );
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe(rejected);
    expect(admin.shopDomain).toBe(DEMO_SHOP);
  });

  it("is read once for ten seconds, then anew, and at once when Shopify rejected it", async () => {
    const { shop } = await side.openShop();
    const [one, hasty, other] = [side.newAccess(), side.newAccess(), side.newAccess()];
    const first = await one.getToken(shop);
    expect(await hasty.getToken(shop)).toBe(first);
    const second = await other.getToken(shop, { rejected: first });
    expect(second).not.toBe(first);
    side.advance(9);
    expect(await one.getToken(shop)).toBe(first);
    expect(await hasty.getToken(shop, { rejected: first })).toBe(second);
    side.advance(2);
    expect(await one.getToken(shop)).toBe(second);
  });

  it("is dead after an uninstall", async () => {
    const { shop } = await side.openShop();
    side.standin.control.uninstall();
    side.advance(3590);
    const error = await side.access.getToken(shop).catch((reason: unknown) => reason);
    expect(isShopifyError(error, "token_dead")).toBe(true);
  });

  it("is dead after ninety idle days, without asking Shopify", async () => {
    const { shop } = await side.openShop();
    side.standin.control.requests({ clear: true });
    await side.db.shopifySession.updateMany({
      data: { expiresAt: new Date(0), refreshTokenExpiresAt: new Date(0) },
    });
    await expect(side.access.getToken(shop)).rejects.toMatchObject({ code: "token_dead" });
    expect(side.tokenRequests()).toHaveLength(0);
  });

  it("may be asked for again later when Shopify is down", async () => {
    const { shop } = await side.openShop();
    side.advance(3590);
    side.standin.control.faults({ requests: [{ kind: "status", status: 503, field: "oauth", times: 2 }] });
    await expect(side.access.getToken(shop)).rejects.toMatchObject({ kind: "unavailable", retryable: true });
    await expect(side.access.getToken(shop)).resolves.toEqual(expect.any(String));
  });
});
