import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isShopifyError } from "#app/shopify/errors.ts";
import { getShop } from "#app/shopify/operations/shop/get-shop.ts";
import { claimRefresh } from "#app/shopify/token-refresh.server.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { DEMO_SHOP, type ShopifySide, startShopifySide } from "./harness.ts";

let side: ShopifySide;
/** Of a process that has just started: none remembers what a test before it was given. */
let access: ShopifySide["access"];

beforeAll(async () => {
  side = await startShopifySide();
});
afterAll(() => side.stop());
beforeEach(async () => {
  side.resetClock();
  access = side.newAccess();
  side.standin.control.faults({ clear: true });
  side.standin.control.reinstall();
  await side.db.shopifySession.deleteMany();
  side.standin.control.requests({ clear: true });
});

describe("opening the app", () => {
  it("exchanges the session token for an expiring offline token and makes the shop's row", async () => {
    const { shop } = await side.openShop();
    const session = await side.db.shopifySession.findFirstOrThrow({ where: { shopId: shop.id } });
    expect(session).toMatchObject({ isOnline: false });
    expect(session.expiresAt?.getTime()).toBeGreaterThan(Date.now());
    expect(session.refreshTokenExpiresAt).not.toBeNull();
  });

  it("keeps no token in clear", async () => {
    const { shop } = await side.openShop();
    const token = await access.getToken(shop);
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
    const { id: shopId } = await side.db.shop.create({ data: { domain: "other.myshopify.com" } });
    await side.db.shopifySession.create({ data: { ...row, shopId, id: `offline_${shopId}` } });
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
    const token = await access.getToken(shop);
    const after = await side.sessionStorage.loadSession(`offline_${DEMO_SHOP}`);
    expect(after?.accessToken).toBe(token);
    expect(after?.refreshToken).not.toBe(before?.refreshToken);
  });

  it("is asked for again when the answer to the refresh was lost", async () => {
    const { shop } = await side.openShop();
    side.advance(3590);
    side.standin.control.faults({ requests: [{ kind: "cut_after", field: "oauth" }] });
    const token = await access.getToken(shop);
    expect(token).not.toBe("");
    await expect(access.getToken(shop)).resolves.toBe(token);
  });

  it("is refreshed and the call repeated once when Shopify rejects it", async () => {
    const { shop, admin } = await side.openShop();
    const rejected = await access.getToken(shop);
    const tokens = await Promise.all(Array.from({ length: 5 }, () => access.getToken(shop, { rejected })));
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
    const error = await access.getToken(shop).catch((reason: unknown) => reason);
    expect(isShopifyError(error, "token_dead")).toBe(true);
  });

  it("is dead after ninety idle days, without asking Shopify", async () => {
    const { shop } = await side.openShop();
    side.standin.control.requests({ clear: true });
    await side.db.shopifySession.updateMany({
      data: { expiresAt: new Date(0), refreshTokenExpiresAt: new Date(0) },
    });
    await expect(access.getToken(shop)).rejects.toMatchObject({ code: "token_dead" });
    expect(side.tokenRequests()).toHaveLength(0);
  });

  it("rests after a refresh that failed, in every process, and is then asked for once more", async () => {
    const { shop } = await side.openShop();
    side.advance(3590);
    side.standin.control.faults({ requests: [{ kind: "status", status: 503, field: "oauth", times: 2 }] });
    await expect(access.getToken(shop)).rejects.toMatchObject({ kind: "unavailable", retryable: true });
    side.standin.control.requests({ clear: true });
    const rests = { kind: "unavailable", retryAfterMs: expect.any(Number) };
    await expect(access.getToken(shop)).rejects.toMatchObject(rests);
    await expect(side.newAccess().getToken(shop)).rejects.toMatchObject(rests);
    expect(side.tokenRequests()).toHaveLength(0);
    side.advance(5);
    const token = await untilGiven(side.newAccess(), shop);
    expect(side.tokenRequests()).toHaveLength(1);
    expect(await side.db.shopifySession.findFirstOrThrow()).toMatchObject({
      refreshFailures: 0,
      refreshRetryAt: null,
    });
    await expect(access.getToken(shop)).resolves.toBe(token);
  });

  it("rests longer after each failure, up to a minute", async () => {
    const { shop } = await side.openShop();
    side.advance(3590);
    side.standin.control.faults({ requests: [{ kind: "status", status: 503, field: "oauth", times: 12 }] });
    const rests: number[] = [];
    for (let failure = 0; failure < 6; failure += 1) {
      await untilRefused(side.newAccess(), shop, failure + 1);
      const { refreshRetryAt } = await side.db.shopifySession.findFirstOrThrow();
      const restMs = (refreshRetryAt?.getTime() ?? 0) - side.clock.now().getTime();
      rests.push(Math.round(restMs / 5000) * 5);
      side.advance(61);
    }
    expect(rests).toEqual([5, 10, 20, 40, 60, 60]);
  });

  it("is not waited for longer than a second, and is there for who comes back", async () => {
    const { shop } = await side.openShop();
    side.advance(3590);
    side.standin.control.faults({ requests: [{ kind: "delay", delayMs: 1500, field: "oauth" }] });
    const [one, other] = [side.newAccess(), side.newAccess()];
    const asked = await Promise.allSettled([one, one, other].map((each) => each.getToken(shop)));
    const comeBack = { status: "rejected", reason: { kind: "unavailable", retryAfterMs: 2000 } };
    expect(asked).toMatchObject([comeBack, comeBack, comeBack]);
    const token = await untilGiven(other, shop);
    expect(await one.getToken(shop)).toBe(token);
    expect(side.tokenRequests().filter(({ operation }) => operation === "refresh_token")).toHaveLength(1);
  });

  it("is refreshed by another process once the claim of one that died has run out", async () => {
    const { shop } = await side.openShop();
    side.advance(3590);
    side.standin.control.requests({ clear: true });
    expect(await claimRefresh(side, shop.id)).not.toBeNull();
    await expect(access.getToken(shop)).rejects.toMatchObject({ kind: "unavailable" });
    expect(side.tokenRequests()).toHaveLength(0);
    await side.db.shopifySession.updateMany({ data: { refreshClaimedUntil: new Date(0) } });
    await untilGiven(access, shop);
    expect(side.tokenRequests()).toHaveLength(1);
  });

  it("stays the one a merchant's visit brought while a refresh was under way", async () => {
    const { shop } = await side.openShop();
    await side.db.shopifySession.updateMany({ data: { expiresAt: new Date(0) } });
    side.standin.control.faults({ requests: [{ kind: "delay", delayMs: 8000, field: "oauth" }] });
    // Where the visit takes longer than a second, who asked has left, and asks again.
    const asked = access.getToken(shop).catch(() => untilGiven(access, shop));
    await waitFor(async () => side.standin.control.armedFaults().length === 0, {
      what: "the refresh to be under way",
      everyMs: 10,
    });
    const { session } = await side.app.authenticateAdmin(side.request());
    side.standin.control.faults({ release: true });
    expect(await asked).toBe(session.accessToken);
    const stored = await side.sessionStorage.loadSession(`offline_${DEMO_SHOP}`);
    expect(stored?.accessToken).toBe(session.accessToken);
    expect(stored?.refreshToken).toBe(session.refreshToken);
  });

  it("stays the shop's when the shop is renamed, and is refreshed under the new domain", async () => {
    const { shop } = await side.openShop();
    const renamed = { id: shop.id, domain: "karwan-elsewhere.myshopify.com" };
    side.standin.control.renameShop({ domain: renamed.domain });
    await side.db.shop.update({ where: { id: shop.id }, data: { domain: renamed.domain } });
    side.standin.control.requests({ clear: true });
    try {
      const token = await side.newAccess().getToken(renamed);
      const facts = await getShop(side.shopifyAdmin.clientFor(renamed));
      expect(facts.domain).toBe(renamed.domain);
      const opened = await side.app.authenticateAdmin(side.request(renamed.domain));
      expect(opened.session).toMatchObject({ shop: renamed.domain, accessToken: token });
      expect(side.tokenRequests()).toHaveLength(0);
      side.advance(3590);
      expect(await side.newAccess().getToken(renamed)).not.toBe(token);
      expect(side.tokenRequests()).toHaveLength(1);
    } finally {
      side.standin.control.renameShop({ shop: renamed.domain, domain: DEMO_SHOP });
      await side.db.shop.update({ where: { id: shop.id }, data: { domain: DEMO_SHOP } });
    }
  });

  it("stays with its shop when another shop takes the domain it had", async () => {
    const { shop } = await side.openShop();
    await side.db.shop.update({ where: { id: shop.id }, data: { domain: "karwan-elsewhere.myshopify.com" } });
    const other = await side.openShop();
    expect(other.shop.id).not.toBe(shop.id);
    const mine = await side.sessionStorage.loadSession("offline_karwan-elsewhere.myshopify.com");
    const theirs = await side.sessionStorage.loadSession(`offline_${DEMO_SHOP}`);
    expect(mine?.accessToken).toBeDefined();
    expect(theirs?.accessToken).not.toBe(mine?.accessToken);
    await side.db.shop.delete({ where: { id: other.shop.id } });
    await side.db.shop.update({ where: { id: shop.id }, data: { domain: DEMO_SHOP } });
  });
});

type TokenRequest = Parameters<ShopifySide["access"]["getToken"]>[0];

/** Comes back as work does, until the token is there. */
const untilGiven = (access: ShopifySide["access"], shop: TokenRequest) =>
  waitFor(() => access.getToken(shop).catch(() => null), { what: "the token to be refreshed", everyMs: 50 });

/** Comes back as work does, until so many refreshes in a row have failed. */
const untilRefused = (access: ShopifySide["access"], shop: TokenRequest, failures: number) =>
  waitFor(
    async () => {
      await access.getToken(shop).catch(() => null);
      const { refreshFailures } = await side.db.shopifySession.findFirstOrThrow();
      return refreshFailures === failures;
    },
    { what: `refresh ${failures} to fail`, everyMs: 50 },
  );
