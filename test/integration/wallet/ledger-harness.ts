import { randomUUID } from "node:crypto";
import { Prisma } from "@prisma/client";
import { findConnection } from "#app/domain/context/find-connection.server.ts";
import { createShopContext, type ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Position, ServiceRun } from "#app/domain/sweeps/sweep-run.ts";
import { sweepLedger } from "#app/domain/wallet/ledger/sweep-ledger.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { Lease } from "#app/platform/queue/lease.server.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import type { LedgerEntry } from "#app/supplier/wallet.ts";
import { type SweepingShop, startSweepingShop } from "#test/integration/sweeps/sweeping-shop.ts";
import { DEMO_ACCOUNT_ID } from "#test/standins/supplier/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import { connectSupplier } from "#test/support/connect-supplier.ts";

export const accountKey = accountKeyOf(asId(DEMO_ACCOUNT_ID));

/** A shop whose account's ledger is copied when a test says so, by any number of shops and processes. */
export type LedgerShop = Awaited<ReturnType<typeof startLedgerShop>>;

export async function startLedgerShop(options: Parameters<typeof startSweepingShop>[0] = {}) {
  const shop = await startSweepingShop(options);
  // Connecting asked for the first walk.
  await shop.sweepWork("ledger");
  return { ...shop, ...describeLedger(shop) };
}

function describeLedger(shop: SweepingShop) {
  const { db } = shop.app;
  const where = { accountKey_mode: { accountKey, mode: "live" as const } };
  const copy = () => db.ledgerCopy.findUnique({ where });
  /** Connecting asks for a walk at once: it stays with a process that never comes to it. */
  const holdFirstWalk = (shopId: ShopId) =>
    db.work.create({
      data: {
        ...{ shopId, kind: "sweep.run", subject: "ledger/live", lane: "sweeps" },
        ...{ leaseToken: randomUUID(), leaseUntil: new Date(2100, 1) },
      },
    });
  /** As if the last page was taken long ago. */
  const letRest = () => db.ledgerCopy.updateMany({ data: { steppedAt: new Date(Date.now() - 60_000) } });
  return {
    copy,
    letRest,
    rows: () => db.ledgerEntry.findMany({ where: { accountKey }, orderBy: { bookedAt: "desc" } }),
    /** Everything the service shows, read as whoever has the key would. */
    async shown(): Promise<readonly LedgerEntry[]> {
      const client = (await shop.context()).supplier;
      if (!client) throw new Error("The shop is connected");
      const entries: LedgerEntry[] = [];
      let cursor: string | undefined;
      await shop.supplier.control.setUndefined({ ledgerPage: 100 });
      do {
        const page = await client.listTransactions({ limit: 100, cursor });
        entries.push(...page.data);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return entries;
    },
    /** One step of a copy, as a process takes it. */
    async step(ctx: ShopContext, position: Position | null) {
      const found = await sweepLedger(await runOf(ctx), position);
      const counted = await db.$transaction(
        (tx) => found.write?.(tx, async () => undefined) ?? Promise.resolve(undefined),
      );
      return { ...found, tally: { ...found.tally, ...counted?.tally } };
    },
    /** As the sweep does by itself, with its work and its lease. */
    async copyLedger() {
      await letRest();
      return shop.sweep("ledger");
    },
    /** The days of the ledger were last looked at long ago. */
    async forgetNight() {
      await db.ledgerCopy.updateMany({ data: { rereadAt: new Date(Date.now() - 3 * 24 * 3_600_000) } });
    },
    async forget() {
      await db.schedule.updateMany({
        where: { kind: "ledger" },
        data: { progress: Prisma.DbNull, calls: 0 },
      });
      await db.ledgerEntry.deleteMany();
      await db.ledgerCopy.deleteMany();
    },
    /** Another shop with a key of the same account. */
    async addShop(domain: string): Promise<ShopContext> {
      const row = await db.shop.create({ data: { domain, state: "installed", setUpAt: new Date() } });
      const keyId = `lk_${domain.split(".")[0]}`;
      await shop.supplier.control.addKey({
        ...{ id: keyId, secret: "another-secret", mode: "live", accountId: DEMO_ACCOUNT_ID },
        integrationId: `int_${domain}`,
      });
      await holdFirstWalk(row.id);
      const input = { keyId, secret: "another-secret", by: "Test", otherReceiver: "keep" } as const;
      const outcome = await connectSupplier(await createShopContext(shop.app, row.id), input);
      if (outcome.kind !== "connected") throw new Error(`Not connected: ${JSON.stringify(outcome)}`);
      return createShopContext(shop.app, row.id, "sweep");
    },
  };
}

async function runOf(ctx: ShopContext): Promise<ServiceRun> {
  const service = await findConnection(ctx, "live");
  if (!service) throw new Error("The shop is connected");
  const known = { shopId: ctx.shop.id, kind: "sweep.run" as const, subject: "ledger/live", lane: "sweeps" };
  const claim = {
    ...known,
    id: ctx.shop.id,
    requestedGeneration: 1n,
    requestedReports: 0n,
    needsRead: true,
    hasFailed: false,
    attempts: 0,
    unfinishedRuns: 1,
  };
  const lease = new Lease(ctx.db, { workId: ctx.shop.id, token: ctx.shop.id, ms: 60_000 });
  const where = { shopId_kind_mode: { shopId: ctx.shop.id, kind: "ledger", mode: "live" as const } };
  const made = {
    shopId: ctx.shop.id,
    kind: "ledger" as const,
    mode: "live" as const,
    everyMs: 600_000,
    nextRunAt: new Date(2100, 1),
  };
  await ctx.db.schedule.createMany({ data: [made], skipDuplicates: true });
  const schedule = await ctx.db.schedule.findUniqueOrThrow({ where });
  return {
    ...{
      ctx,
      claim: { ...claim, lease, claimedAt: new Date() },
      kind: "ledger",
      schedule,
      startedAt: new Date(),
    },
    ...{ callsLeft: 1000, service },
  };
}
