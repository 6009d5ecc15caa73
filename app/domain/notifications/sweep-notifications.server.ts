import type { NotificationChoice, Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { SweepRun, SweepStep } from "#app/domain/sweeps/sweep-run.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { findEvent } from "./find-events.server.ts";
import { digestWords, eventWords } from "./mail-words.ts";
import type { NotificationEvent } from "./notification-event.ts";
import { DEFAULT_DIGEST_HOUR, DEFAULT_PRICE_RISE_PERCENT } from "./notification-kinds.ts";
import { dueDigestDay } from "./plan-digest.ts";
import { isMailSetUp, writeMails } from "./write-mails.server.ts";

const MINUTE_MS = 60_000;
/** What ends within a minute is not mailed; and what was written by then is committed. */
const SETTLE_MS = MINUTE_MS;
/** After a mail of its own a kind is quiet for so long: what comes up meanwhile is one mail. */
const QUIET_MS = 30 * MINUTE_MS;
const IDLE_PACE_MS = 6 * 60 * MINUTE_MS;

/** What a run makes of a shop's events: mails, and how far they tell. */
type NotificationPlan = {
  readonly atOnce: readonly NotificationEvent[];
  readonly digest: readonly NotificationEvent[];
  /** The day that has its digest, or nothing to tell in one. */
  readonly digestDay: string | null;
  readonly until: Date;
};

/** Gathers what came up since the last mails, for everybody who confirmed; it asks neither Shopify nor the service. */
export async function sweepNotifications({ ctx }: Pick<SweepRun, "ctx">): Promise<SweepStep> {
  const recipients = isMailSetUp(ctx) ? await listReached(ctx) : [];
  if (recipients.length === 0) return { next: null, tally: {} };
  const plan = await planNotifications(ctx);
  const mails = recipients.length * (plan.atOnce.length + (plan.digest.length > 0 ? 1 : 0));
  return {
    next: null,
    tally: { mails },
    marks: mails > 0 ? [{ kind: "mails.send", subject: "shop" }] : [],
    write: async (tx) => {
      await savePlan(tx, ctx, plan);
      for (const { id } of recipients) await writeMailsOf(tx, ctx, id, plan);
      return undefined;
    },
  };
}

/** Shops without recipients are looked at now and then; the first who confirms brings the next look forward. */
export async function planNotificationsPaceMs(db: Db, shopId: ShopId, everyMs: number): Promise<number> {
  const isNotified = await db.mailRecipient.findFirst({
    where: { shopId, state: "confirmed" },
    select: { id: true },
  });
  return isNotified ? everyMs : IDLE_PACE_MS;
}

function listReached({ db, shop }: ShopContext): Promise<readonly { readonly id: string }[]> {
  const where = { shopId: shop.id, state: "confirmed", refusal: null } as const;
  return db.mailRecipient.findMany({ where, select: { id: true }, orderBy: { id: "asc" } });
}

async function planNotifications(ctx: ShopContext): Promise<NotificationPlan> {
  const { db, shop, clock } = ctx;
  const now = clock.now();
  const until = new Date(now.getTime() - SETTLE_MS);
  const [settings, choices] = await Promise.all([
    db.notificationSettings.findUnique({ where: { shopId: shop.id } }),
    db.notificationChoice.findMany({ where: { shopId: shop.id }, orderBy: { kind: "asc" } }),
  ]);
  const percent = settings?.priceRisePercent ?? DEFAULT_PRICE_RISE_PERCENT;
  const gather = async (chosen: readonly NotificationChoice[]) => {
    const found = await Promise.all(
      chosen.map(({ kind, notifiedUntil }) => findEvent(ctx, kind, { since: notifiedUntil, until, percent })),
    );
    return found.filter((event) => event !== null);
  };
  const digestDay = dueDigestDay({
    ...{ now, timezone: shop.timezone, digestDay: settings?.digestDay ?? null },
    digestHour: settings?.digestHour ?? DEFAULT_DIGEST_HOUR,
  });
  const loud = choices.filter(({ urgency, mailedAt }) => urgency === "at_once" && !isQuiet(mailedAt, now));
  const daily = digestDay === null ? [] : choices.filter(({ urgency }) => urgency === "digest");
  return { atOnce: await gather(loud), digest: await gather(daily), digestDay, until };
}

function isQuiet(mailedAt: Date | null, now: Date): boolean {
  return mailedAt !== null && now.getTime() - mailedAt.getTime() < QUIET_MS;
}

async function savePlan(
  tx: Prisma.TransactionClient,
  { shop, clock }: ShopContext,
  { atOnce, digest, digestDay, until }: NotificationPlan,
): Promise<void> {
  const shopId = shop.id;
  const notified = [...atOnce, ...digest].map(({ kind }) => kind);
  if (notified.length > 0)
    await tx.notificationChoice.updateMany({
      where: { shopId, kind: { in: notified } },
      data: { notifiedUntil: until, mailedAt: clock.now() },
    });
  if (digestDay !== null)
    await tx.notificationSettings.upsert({
      where: { shopId },
      create: { shopId, digestDay },
      update: { digestDay },
    });
}

async function writeMailsOf(
  tx: Prisma.TransactionClient,
  ctx: ShopContext,
  recipientId: string,
  { atOnce, digest }: NotificationPlan,
): Promise<void> {
  const ofDay = { events: digest, now: ctx.clock.now() };
  await writeMails(tx, ctx, [
    ...atOnce.map((event) => ({
      recipientId,
      kind: event.kind,
      content: eventWords(ctx, recipientId, event),
    })),
    ...(digest.length > 0
      ? [{ recipientId, kind: "digest" as const, content: digestWords(ctx, recipientId, ofDay) }]
      : []),
  ]);
}
