import type { FlowSwitch, Prisma, Shop } from "@prisma/client";
import { commitWithWork } from "#app/domain/connection/commit-with-work.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { findStaffNames } from "#app/domain/shops/staff.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { type FlowFailure, type FlowName, flowNames, flowTriggers } from "./flow-names.ts";

export type FlowSwitchView = {
  readonly name: FlowName;
  readonly enabled: boolean;
  /** Who switched it last, by Shopify's id, and their name where it is known; null before anybody did. */
  readonly changedBy: string | null;
  readonly changedByName: string | null;
  readonly changedAt: Date | null;
  /** When an event was last sent to Flow, or a workflow last did it. */
  readonly usedAt: Date | null;
  /** Why not, the last time; null where it went well. */
  readonly failure: FlowFailure | null;
};

/**
 * The switches of a shop that count: what was switched before the shop left is off when it is installed again, since
 * whoever did it may be gone (R36, R55).
 */
export function countingSwitches({ id, installedAt }: Pick<Shop, "id" | "installedAt">) {
  return { shopId: id, changedAt: { gte: installedAt } } as const;
}

/** Every switch, in the order of the page; without a row it is off. */
export async function listFlowSwitches(
  ctx: Pick<ShopContext, "shop" | "db" | "crypto">,
): Promise<readonly FlowSwitchView[]> {
  const rows = await ctx.db.flowSwitch.findMany({ where: countingSwitches(ctx.shop) });
  const names = await findStaffNames(ctx, [...new Set(rows.map(({ changedBy }) => changedBy))]);
  const byName = new Map(rows.map((row) => [row.name, row]));
  return flowNames.map((name) => toView(name, byName.get(name), names));
}

function toView(
  name: FlowName,
  row: FlowSwitch | undefined,
  names: ReadonlyMap<string, string>,
): FlowSwitchView {
  if (!row) return { ...{ name, enabled: false, changedBy: null, changedByName: null }, ...NEVER };
  const { enabled, changedBy, changedAt, usedAt, failure } = row;
  const changedByName = names.get(changedBy) ?? null;
  return { name, enabled, changedBy, changedByName, changedAt, usedAt, failure };
}

const NEVER = { changedAt: null, usedAt: null, failure: null } as const;

type FlowChange = { readonly changes: Partial<Record<FlowName, boolean>>; readonly by: string };

/**
 * Switches parts of Flow on or off, kept with who and when; what is saved as it was stays whose it was. What an action then
 * does is done in that name. What a trigger had to tell and did not yet is dropped with it.
 */
export async function saveFlowSwitches(ctx: ShopContext, { changes, by }: FlowChange): Promise<void> {
  const { shop, clock } = ctx;
  const at = clock.now();
  await commitWithWork(ctx, [{ kind: "flow.send", subject: "shop" }], async (tx) => {
    await tx.$queryRaw`select 1 from shop where id = ${shop.id}::uuid for no key update`;
    const rows = await tx.flowSwitch.findMany({ where: { ...countingSwitches(shop), enabled: true } });
    const before = new Set(rows.map(({ name }) => name));
    const changed = flowNames.filter(
      (name) => changes[name] !== undefined && changes[name] !== before.has(name),
    );
    for (const name of changed) await saveOne(ctx, tx, { name, enabled: !before.has(name), by, at });
    const trigger = { in: flowTriggers.filter((each) => changed.includes(each) && before.has(each)) };
    await tx.flowEvent.deleteMany({ where: { shopId: shop.id, trigger } });
  });
}

type SavedSwitch = Pick<FlowSwitch, "name" | "enabled"> & { readonly by: string; readonly at: Date };

async function saveOne(
  ctx: ShopContext,
  tx: Prisma.TransactionClient,
  { name, enabled, by, at }: SavedSwitch,
): Promise<void> {
  const shopId = ctx.shop.id;
  const row = { enabled, changedBy: by, changedAt: at, failure: null };
  const where = { shopId_name: { shopId, name } };
  await tx.flowSwitch.upsert({ where, create: { shopId, name, ...row }, update: row });
  const fact = { thing: "shop", thingId: shopId, actor: "person", by, code: "flow_switched", at } as const;
  await recordFact(tx, ctx, { ...fact, params: { what: name, state: enabled ? "on" : "off" } });
}

/** Requests that waiting events are sent, where a trigger is on. */
export async function requestFlowSend({ db, shop, wake }: ShopContext): Promise<void> {
  if (await isTriggerOn({ db, shop })) await wake([{ kind: "flow.send", subject: "shop" }]);
}

/** Whether any event is to be sent to Flow. */
export async function isTriggerOn({ db, shop }: Pick<ShopContext, "db" | "shop">): Promise<boolean> {
  const where = { ...countingSwitches(shop), enabled: true, name: { in: [...flowTriggers] } };
  return (await db.flowSwitch.count({ where })) > 0;
}

type FlowUse = { readonly name: FlowName; readonly at: Date; readonly failure: FlowFailure | null };

/** Keeps how the last use of a switch went. */
export async function recordFlowUse(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { name, at, failure }: FlowUse,
): Promise<void> {
  const data = failure === null ? { usedAt: at, failure } : { failure };
  await db.flowSwitch.updateMany({ where: { shopId: shop.id, name }, data });
}
