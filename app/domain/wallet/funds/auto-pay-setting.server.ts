import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { calendarDay } from "#app/platform/time/calendar-day.ts";
import { recordFact } from "../../timeline/record.server.ts";
import { openAutoPayStop, resolveAutoPayStop } from "./sync-auto-pay-issue.server.ts";

/** *Pay by itself when money arrives*, as it is switched on: by whom, since when, and up to how much a day. */
export type AutoPay = {
  readonly since: Date;
  readonly by: string;
  readonly dailyPkr: Rupees;
  readonly spentTodayPkr: Rupees;
};

type AutoPayDeps = Pick<ShopContext, "shop" | "db" | "clock">;

/** What the switch was pressed for: a wallet connected, gone live or installed again later is another one (R36). */
function isOfBefore(since: Date, { shop, connection }: Pick<ShopContext, "shop" | "connection">): boolean {
  const begins = [shop.installedAt, connection?.connectedAt ?? null, connection?.activatedAt ?? null];
  return begins.some((begin) => begin !== null && since < begin);
}

type FindAutoPayDeps = AutoPayDeps & Pick<ShopContext, "connection">;

/** Null while it is off, which it is until somebody switches it on for the wallet in use. */
export async function findAutoPay(ctx: FindAutoPayDeps): Promise<AutoPay | null> {
  const autoPay = await readAutoPay(ctx);
  return autoPay === "another_wallet" ? null : autoPay;
}

/** Null while nobody has it on; `another_wallet`: it was switched on for one that is not in use any more. */
export async function readAutoPay(ctx: FindAutoPayDeps): Promise<AutoPay | "another_wallet" | null> {
  const row = await ctx.db.autoPay.findUnique({ where: { shopId: ctx.shop.id } });
  if (row === null || row.since === null || row.by === null) return null;
  const { since, by, dailyPkr, day, spentPkr } = row;
  if (isOfBefore(since, ctx)) return "another_wallet";
  return {
    since,
    by,
    dailyPkr,
    spentTodayPkr: day !== null && day >= autoPayDay(ctx) ? spentPkr : rupees(0),
  };
}

/** The shop's calendar day that a payment counts for. */
export function autoPayDay({ clock, shop }: Pick<AutoPayDeps, "clock" | "shop">): string {
  return calendarDay(clock.now(), shop.timezone);
}

/** Switches it on in the name of a person who may pay, or gives it another limit; what was spent today stays counted. */
export async function switchAutoPayOn(
  ctx: AutoPayDeps,
  { by, dailyPkr }: { readonly by: string; readonly dailyPkr: Rupees },
): Promise<void> {
  const at = ctx.clock.now();
  const shopId = ctx.shop.id;
  await ctx.db.$transaction(async (tx) => {
    const on = { since: at, by, dailyPkr };
    await tx.autoPay.upsert({ where: { shopId }, create: { shopId, ...on }, update: on });
    const fact = { thing: "shop", thingId: shopId, actor: "person", by, code: "auto_pay_on", at } as const;
    await recordFact(tx, shopId, { ...fact, params: { amount: dailyPkr } });
    await resolveAutoPayStop(tx, ctx, by);
  });
}

/** Off at once: what is paid already stays paid, nothing else is begun. */
export async function switchAutoPayOff(ctx: AutoPayDeps, by: string): Promise<void> {
  await end(ctx, { actor: "person", by, code: "auto_pay_off" });
}

/** Off, as the person in whose name it spends may not pay any more (R55); Home says so until a person answers. */
export async function stopAutoPay(ctx: AutoPayDeps, of: string): Promise<void> {
  await end(ctx, { actor: "karwan", code: "auto_pay_stopped" }, of);
}

type AutoPayEnd =
  | { readonly actor: "person"; readonly by: string; readonly code: "auto_pay_off" }
  | { readonly actor: "karwan"; readonly code: "auto_pay_stopped" };

/** `of`: only while it is switched on by this person. */
async function end(ctx: AutoPayDeps, ending: AutoPayEnd, of?: string): Promise<void> {
  const shopId = ctx.shop.id;
  await ctx.db.$transaction(async (tx) => {
    // The switch is locked before what Home says of it, as a run of paying by itself does.
    const { count } = await tx.autoPay.updateMany({
      where: { shopId, since: { not: null }, by: of },
      data: { since: null, by: null },
    });
    if (ending.actor === "person") await resolveAutoPayStop(tx, ctx, ending.by);
    if (count === 0) return;
    if (ending.actor === "karwan") await openAutoPayStop(tx, ctx, { reason: "not_allowed" });
    const at = ctx.clock.now();
    await recordFact(tx, shopId, { thing: "shop", thingId: shopId, ...ending, params: {}, at });
  });
}
