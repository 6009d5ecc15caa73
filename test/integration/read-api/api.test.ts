import { randomUUID } from "node:crypto";
import type { Shop } from "@prisma/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openAttention } from "#app/domain/attention/open-attention.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { type ApiRight, apiRights } from "#app/domain/read-api/api-rights.ts";
import { createApiToken, endApiToken, listApiTokens } from "#app/domain/read-api/api-tokens.server.ts";
import { readHolds } from "#app/domain/read-api/read-holds.server.ts";
import { type OrderGid, toOrderId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { type StorefrontHarness, startStorefront } from "../storefront/storefront-harness.ts";

const MAKER = "7";

let started: StorefrontHarness;
let shop: Shop;

beforeAll(async () => {
  started = await startStorefront();
});
afterAll(() => started?.close());
beforeEach(async () => {
  started.time.now = new Date();
  shop = await createShop();
});

async function createShop(): Promise<Shop> {
  const { id } = await started.createShop();
  const made = await started.app.db.shop.update({ where: { id }, data: { installedAt: new Date(0) } });
  await started.app.db.staffMember.create({
    data: { shopId: made.id, userId: MAKER, isOwner: true, seenAt: new Date() },
  });
  return made;
}

const scopeOf = (of: Shop) => ({ ...started.app, shop: of });

async function makeToken(rights: readonly ApiRight[] = apiRights, of = shop): Promise<string> {
  const token = await createApiToken(scopeOf(of), { name: "Sheet", rights, days: 30, by: MAKER });
  if (token === null) throw new Error("There are too many tokens");
  return token;
}

function call(path: string, token?: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` });
  return fetch(`${started.web.url}/api/v1/${path}`, { ...init, headers });
}

async function read(path: string, token: string) {
  const response = await call(path, token);
  expect(response.status).toBe(200);
  return response.json();
}

async function refusalOf(response: Response): Promise<[number, string]> {
  const { error } = await response.json();
  expect(error.message).toMatch(/\.$/);
  return [response.status, error.code];
}

async function waitingForLocks(): Promise<number | undefined> {
  const [found] = await started.app.db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;
  return found?.count;
}

describe("a token", () => {
  it("is kept as a hash alone, with who made it, and is shown by its last letters", async () => {
    const token = await makeToken(["orders", "payouts"]);
    expect(token).toMatch(/^karwan_[\w-]{43}$/);
    const [kept] = await started.app.db.apiToken.findMany({ where: { shopId: shop.id } });
    expect(JSON.stringify(kept)).not.toContain(token.slice(10));
    expect(await listApiTokens(scopeOf(shop))).toMatchObject([
      {
        ...{ name: "Sheet", hint: token.slice(-4), rights: ["orders", "payouts"], createdBy: MAKER },
        ...{ usedAt: null, calls: 0, isExpired: false },
      },
    ]);
    const facts = await started.app.db.timelineEntry.findMany({ where: { shopId: shop.id } });
    expect(facts).toMatchObject([{ code: "api_token_made", by: MAKER }]);
    expect(JSON.stringify(facts.map(({ params }) => params))).not.toContain(token);
  });

  it("reads nothing when it is none, forged, ended, expired, of a shop that left, or sent in the address", async () => {
    const token = await makeToken();
    for (const sent of [undefined, "", "karwan_", `${token.slice(0, -1)}_`, token.toUpperCase()])
      expect(await refusalOf(await call("orders", sent))).toEqual([401, "unauthorized"]);
    expect((await call(`orders?token=${token}`)).status).toBe(401);
    const { db } = started.app;
    const where = { id: shop.id };
    await db.shop.update({ where, data: { state: "uninstalled" } });
    expect((await call("orders", token)).status).toBe(401);
    // Installed again: the people of then are not those of now.
    const installedAt = new Date(started.time.now.getTime() + 1000);
    await db.shop.update({ where, data: { state: "installed", installedAt } });
    expect((await call("orders", token)).status).toBe(401);
    await db.shop.update({ where, data: { installedAt: new Date(0) } });
    expect((await call("orders", token)).status).toBe(200);
    started.time.now = new Date(Date.now() + 30 * 24 * 3_600_000);
    expect((await call("orders", token)).status).toBe(401);
    expect(await listApiTokens(scopeOf(shop))).toMatchObject([{ isExpired: true }]);
    started.time.now = new Date();
    const [listed] = await listApiTokens(scopeOf(shop));
    const ending = { tokenId: listed?.id ?? "", by: MAKER };
    expect(await endApiToken(scopeOf(await createShop()), ending)).toBe(false);
    expect(await endApiToken(scopeOf(shop), ending)).toBe(true);
    expect(await endApiToken(scopeOf(shop), ending)).toBe(false);
    expect((await call("orders", token)).status).toBe(401);
  });

  it("reads what it was made for, and only while its maker may let tools read", async () => {
    const token = await makeToken(["holds"]);
    expect(await refusalOf(await call("orders", token))).toEqual([403, "right_missing"]);
    expect((await call("holds", token)).status).toBe(200);
    const { staffMember } = started.app.db;
    await staffMember.updateMany({ where: { shopId: shop.id }, data: { isOwner: false } });
    expect(await refusalOf(await call("holds", token))).toEqual([403, "maker_without_right"]);
    await staffMember.updateMany({ where: { shopId: shop.id }, data: { rights: ["keys"] } });
    expect((await call("holds", token)).status).toBe(200);
  });

  it("makes sixty calls a minute, at once too, and keeps no other token waiting", async () => {
    const [token, other] = [await makeToken(), await makeToken()];
    const answers = await Promise.all(Array.from({ length: 70 }, () => call("holds", token)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(answers.find(({ status }) => status === 429)?.headers.get("retry-after")).toBe("60");
    expect((await call("holds", other)).status).toBe(200);
    started.time.now = new Date(Date.now() + 60_000);
    expect((await call("holds", token)).status).toBe(200);
    expect(await listApiTokens(scopeOf(shop))).toContainEqual(expect.objectContaining({ calls: 61 }));
  });

  it("that is a stranger's keeps nobody waiting, and what looks like none is not looked for", async () => {
    const strangers = Array.from({ length: 30 }, () => `karwan_${randomUUID()}-${randomUUID()}`.slice(0, 50));
    const calls: Promise<Response>[] = [];
    await started.app.db.$transaction(async (tx) => {
      await tx.$executeRaw`lock table api_token in access exclusive mode`;
      calls.push(...strangers.map((token) => call("orders", token)));
      expect((await call("orders", "karwan_short")).status).toBe(401);
      await expect.poll(waitingForLocks).toBe(1);
      expect((await started.open({ shop })).status).toBe(200);
    });
    for (const { status } of await Promise.all(calls)) expect(status).toBe(401);
  });

  it("is one of ten at most, also of those made at once", async () => {
    const making = { name: "Sheet", rights: apiRights, days: 30, by: MAKER };
    const made = await Promise.all(Array.from({ length: 12 }, () => createApiToken(scopeOf(shop), making)));
    expect(made.filter((token) => token !== null)).toHaveLength(10);
  });
});

describe("what is read", () => {
  it("is the shop's orders with their parcels and money, in pages, and no customer and no other shop's", async () => {
    const { createOrder, createParcels } = started;
    const token = await makeToken();
    const at = (seconds: number) => new Date(Date.UTC(2026, 10, 24) + seconds * 1000);
    for (let made = 1; made < 102; made += 1) {
      const order = await createOrder(shop, { name: `#${made}` });
      await started.app.db.order.update({ where: { id: order.id }, data: { listedAt: at(made) } });
    }
    const sold = await createOrder(shop, { name: "#2000", state: "on_the_way" });
    await started.app.db.order.update({ where: { id: sold.id }, data: { listedAt: at(2000) } });
    await createParcels(sold, [{ status: "SHIPPED", courier: "TCS", trackingNumber: "TCS1" }]);
    await createOrder(await createShop(), { name: "#9999" });
    const first = await read("orders", token);
    expect(first.data).toHaveLength(100);
    expect(first.data[0]).toMatchObject({
      ...{ id: sold.id, name: "#2000", state: "on_the_way", payment: "COD", isTest: false },
      parcels: [{ status: "SHIPPED", cashPkr: 2499, courier: "TCS", trackingNumber: "TCS1" }],
    });
    const second = await read(`orders?after=${first.next}`, token);
    expect([...first.data, ...second.data].map(({ name }) => name)).toEqual([
      "#2000",
      ...Array.from({ length: 101 }, (_, at) => `#${101 - at}`),
    ]);
    expect(second.next).toBeNull();
    expect(JSON.stringify([first, second])).not.toMatch(/3001234567|phone|customer|77777/i);
    expect((await read("orders?view=on_the_way&payment=COD&from=2026-11-24", token)).data).toHaveLength(1);
    expect((await read("orders?payment=PREPAID", token)).data).toEqual([]);
  });

  it("is why orders wait, without the words that may name a customer", async () => {
    const token = await makeToken();
    const order = await started.createOrder(shop, { state: "held" });
    const subject = { code: "city_unknown", thing: "order", thingId: order.id } as const;
    await started.app.db.$transaction((tx) =>
      openAttention(
        tx,
        { shopId: shop.id, now: new Date(), crypto: started.app.crypto },
        { ...subject, params: { city: "Canary Town" } },
      ),
    );
    const other = { ...subject, thing: "listing", thingId: randomUUID() } as const;
    await started.app.db.attention.create({ data: { shopId: shop.id, ...other } });
    const { data, next } = await read("holds", token);
    expect(data).toMatchObject([{ code: "city_unknown", order: { id: order.id, name: "#1042" } }]);
    expect(JSON.stringify(data)).not.toContain("Canary");
    expect(next).toBeNull();
  });

  it("is found by the index of orders, however many there are", async () => {
    const { db } = started.app;
    const order = await started.createOrder(shop, { state: "held" });
    const hold = { thing: "order", thingId: order.id, code: "looks_twice", params: {} } as const;
    const now = new Date();
    await db.$transaction((tx) =>
      openAttention(tx, { shopId: shop.id, now, crypto: started.app.crypto }, hold),
    );
    const { lines: _, ...row } = order;
    const others = Array.from({ length: 2000 }, (_, at) => ({
      ...{ ...row, id: toOrderId(randomUUID()), name: `#${at}` },
      orderGid: asId<OrderGid>(`gid://shopify/Order/9${at}`),
    }));
    await db.order.createMany({ data: others });
    await db.$executeRaw`analyze "order", attention`;
    const looked = await db.$transaction(async (tx) => {
      const { data } = await readHolds({ ...scopeOf(shop), db: tx }, { after: null });
      expect(data).toMatchObject([{ order: { id: order.id } }]);
      const [read] = await tx.$queryRaw<{ rows: number }[]>`
        select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
        from pg_stat_xact_user_tables where relname = 'order'`;
      return read?.rows;
    });
    expect(looked).toBeLessThan(100);
  });

  it("is what deliveries bring and on which day", async () => {
    const token = await makeToken();
    const order = await started.createOrder(shop, { state: "delivered" });
    const [parcel] = await started.createParcels(order, [{ status: "DELIVERED" }]);
    const marginReleaseAt = new Date("2026-12-14T00:00:00Z");
    await started.app.db.parcel.updateMany({
      where: { id: parcel?.id },
      data: { marginReleaseAt, marginStatus: "PENDING", marginPkr: rupees(540) },
    });
    const { data } = await read("payouts", token);
    expect(data).toMatchObject([
      {
        ...{ id: parcel?.id, part: null, kind: "margin", state: "pending" },
        ...{ releaseAt: marginReleaseAt.toISOString(), order: { id: order.id, name: "#1042" } },
      },
    ]);
    expect((await read("payouts?dated=false", token)).data).toEqual([]);
    expect((await read("payouts?state=released", token)).data).toEqual([]);
  });
});

describe("a call that cannot be answered", () => {
  it("says what was not understood", async () => {
    const token = await makeToken();
    const wrong = [
      "orders?view=every",
      "orders?colour=red",
      "holds?after=yesterday",
      ...["orders", "holds", "payouts"].flatMap((list) => [
        `${list}?after=n5_${randomUUID()}`,
        `${list}?after=tYQ_${randomUUID()}`,
      ]),
      "payouts?dated=perhaps",
    ];
    for (const path of [...wrong, "orders?from=2026-02-30", "orders?view=all&view=held"])
      expect(await refusalOf(await call(path, token))).toEqual([400, "bad_query"]);
  });

  it("changes nothing, and leads nowhere else", async () => {
    const token = await makeToken();
    for (const method of ["POST", "PUT", "DELETE"])
      expect(await refusalOf(await call("orders", token, { method }))).toEqual([405, "only_read"]);
    expect(await refusalOf(await call("wallet", token))).toEqual([404, "not_found"]);
  });
});
