import { randomUUID } from "node:crypto";
import type { MailRecipient, Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { RecipientState } from "./mail-states.ts";
import { confirmWords, testWords } from "./mail-words.ts";
import { addressPlace } from "./recipient-place.ts";
import { recordRecipient } from "./record-recipient.server.ts";
import { isMailSetUp, writeMails } from "./write-mails.server.ts";

const MOST_RECIPIENTS = 10;
/** People who never answer, and people who said no, are not asked on and on. */
const MOST_ASKS = 3;
const MINUTE_MS = 60_000;
/** Of a shop in a day: its list is short, and nobody is to write to strangers through us. */
const MOST_QUESTIONS_A_DAY = 20;
const ASK_AGAIN_AFTER_MS = 10 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ASKS_FORGOTTEN_AFTER_MS = 7 * DAY_MS;
/** How long the link in the question works. */
const CONFIRM_WITHIN_MS = 7 * DAY_MS;
const TEST_AGAIN_AFTER_MS = MINUTE_MS;

export type RecipientView = {
  readonly id: string;
  readonly address: string;
  readonly state: Exclude<RecipientState, "removed">;
  /** The mail server's reply code, where it refused the address. */
  readonly refusal: string | null;
  readonly askedAt: Date | null;
  readonly confirmedAt: Date | null;
};

type RecipientDeps = Pick<ShopContext, "shop" | "db" | "crypto" | "clock" | "env" | "wake">;

/** Everybody on the list, in the order of their addresses. */
export async function listRecipients({
  shop,
  db,
  crypto,
}: Pick<RecipientDeps, "shop" | "db" | "crypto">): Promise<readonly RecipientView[]> {
  const rows = await db.mailRecipient.findMany({ where: { shopId: shop.id, state: { not: "removed" } } });
  const views = rows.flatMap(({ id, addressEnc, state, refusal, askedAt, confirmedAt }) =>
    state === "removed"
      ? []
      : [
          {
            ...{ id, state, refusal, askedAt, confirmedAt },
            address: crypto.openText(addressEnc, addressPlace(id)),
          },
        ],
  );
  return views.toSorted((a, b) => a.address.localeCompare(b.address));
}

export type AskRecipientResult =
  | "asked"
  | "already"
  | "too_many"
  | "asked_often"
  | "asked_many"
  | "not_set_up"
  | "gone";

/** Puts an address on the list and asks it whether it wants mails. */
export async function addRecipient(
  ctx: RecipientDeps,
  { address, by }: { readonly address: string; readonly by: string },
): Promise<AskRecipientResult> {
  if (!isMailSetUp(ctx)) return "not_set_up";
  const { shop, crypto } = ctx;
  const addressHash = crypto.hash(address.toLowerCase(), "mail_recipient");
  return commit(ctx, async (tx) => {
    const known = await tx.mailRecipient.findUnique({
      where: { shopId_addressHash: { shopId: shop.id, addressHash } },
    });
    if (known?.state === "confirmed" && known.refusal === null) return "already";
    const others = { shopId: shop.id, state: { not: "removed" as const }, addressHash: { not: addressHash } };
    if ((await tx.mailRecipient.count({ where: others })) >= MOST_RECIPIENTS) return "too_many";
    if (await hasAskedMany(tx, ctx)) return "asked_many";
    const id = known?.id ?? randomUUID();
    const addressEnc = crypto.seal(address, addressPlace(id));
    const row =
      known ??
      (await tx.mailRecipient.create({
        data: { id, shopId: shop.id, addressHash, addressEnc, addedBy: by },
      }));
    const result = await ask(tx, ctx, row, { addressEnc, addedBy: by });
    if (result === "asked")
      await recordRecipient(tx, ctx, { id, addressEnc }, { code: "recipient_added", by });
    return result;
  });
}

/**
 * After the server refused an address, or nobody answered: sends another mail, a question to whom has not confirmed.
 */
export async function retryRecipient(
  ctx: RecipientDeps,
  { recipientId }: { readonly recipientId: string },
): Promise<AskRecipientResult> {
  if (!isMailSetUp(ctx)) return "not_set_up";
  const { shop } = ctx;
  return commit(ctx, async (tx) => {
    const row = await tx.mailRecipient.findUnique({
      where: { shopId_id: { shopId: shop.id, id: recipientId } },
    });
    if (row === null || row.state === "removed") return "gone";
    if (row.state !== "confirmed")
      return (await hasAskedMany(tx, ctx)) ? "asked_many" : ask(tx, ctx, row, {});
    if (row.refusal === null) return "already";
    await tx.mailRecipient.update({ where: { id: row.id }, data: { refusal: null } });
    await writeMails(tx, ctx, [{ recipientId: row.id, kind: "test", content: testWords(ctx, row.id) }]);
    return "asked";
  });
}

async function hasAskedMany(tx: Prisma.TransactionClient, { shop, clock }: RecipientDeps): Promise<boolean> {
  const since = new Date(clock.now().getTime() - DAY_MS);
  const asked = { shopId: shop.id, kind: "confirm", createdAt: { gt: since } } as const;
  return (await tx.mail.count({ where: asked })) >= MOST_QUESTIONS_A_DAY;
}

async function ask(
  tx: Prisma.TransactionClient,
  ctx: RecipientDeps,
  { id, asks, askedAt, refusal }: MailRecipient,
  changes: Prisma.MailRecipientUpdateInput,
): Promise<AskRecipientResult> {
  const now = ctx.clock.now();
  const agoMs = askedAt === null ? Number.POSITIVE_INFINITY : now.getTime() - askedAt.getTime();
  const before = agoMs > ASKS_FORGOTTEN_AFTER_MS ? 0 : asks;
  // What the server refused never reached them.
  const isEarly = agoMs < ASK_AGAIN_AFTER_MS && refusal === null;
  if (isEarly || before >= MOST_ASKS) return "asked_often";
  const data = { ...changes, state: "pending", refusal: null, asks: before + 1, askedAt: now } as const;
  await tx.mailRecipient.update({ where: { id }, data });
  const until = new Date(now.getTime() + CONFIRM_WITHIN_MS);
  await writeMails(tx, ctx, [{ recipientId: id, kind: "confirm", content: confirmWords(ctx, id, until) }]);
  return "asked";
}

/** Takes an address off the list: it is erased at once, and what waits for it is not sent. */
export async function removeRecipient(
  ctx: Pick<RecipientDeps, "shop" | "db" | "clock" | "crypto">,
  { recipientId, by }: { readonly recipientId: string; readonly by: string },
): Promise<boolean> {
  const { shop, db, clock } = ctx;
  const shopId = shop.id;
  return db.$transaction(async (tx) => {
    const where = { shopId, id: recipientId, state: { not: "removed" as const } };
    const known = await tx.mailRecipient.findFirst({ where });
    const erased = { state: "removed" as const, addressEnc: new Uint8Array(), refusal: null };
    const { count } = await tx.mailRecipient.updateMany({ where, data: erased });
    await dropWaitingMails(tx, { shopId, recipientId, now: clock.now() });
    if (known && count > 0) await recordRecipient(tx, ctx, known, { code: "recipient_removed", by });
    return count > 0;
  });
}

export async function dropWaitingMails(
  tx: Prisma.TransactionClient,
  {
    shopId,
    recipientId,
    now,
  }: Pick<MailRecipient, "shopId"> & { readonly recipientId: string; readonly now: Date },
): Promise<void> {
  await tx.mail.updateMany({
    where: { shopId, recipientId, state: "waiting" },
    data: { state: "given_up", failure: "not_wanted", contentEnc: null, endedAt: now },
  });
}

export type SendTestResult =
  | { readonly kind: "sending"; readonly count: number }
  | { readonly kind: "nobody" | "just_sent" | "not_set_up" };

/** Sends everybody who confirmed a mail that says that it works. */
export async function sendTestMails(ctx: RecipientDeps): Promise<SendTestResult> {
  if (!isMailSetUp(ctx)) return { kind: "not_set_up" };
  const { shop, clock } = ctx;
  const since = new Date(clock.now().getTime() - TEST_AGAIN_AFTER_MS);
  return commit(ctx, async (tx): Promise<SendTestResult> => {
    const last = { shopId: shop.id, kind: "test", createdAt: { gt: since } } as const;
    if ((await tx.mail.count({ where: last })) > 0) return { kind: "just_sent" };
    const reached = await tx.mailRecipient.findMany({
      where: { shopId: shop.id, state: "confirmed", refusal: null },
    });
    if (reached.length === 0) return { kind: "nobody" };
    const mails = reached.map(({ id }) => ({
      recipientId: id,
      kind: "test" as const,
      content: testWords(ctx, id),
    }));
    await writeMails(tx, ctx, mails);
    return { kind: "sending", count: mails.length };
  });
}

/** One change of a shop's list at a time, and the mails it wrote go out at once. */
async function commit<T>(
  { db, shop, wake }: RecipientDeps,
  change: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  const changed = await db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from shop where id = ${shop.id}::uuid for no key update`;
    return change(tx);
  });
  await wake([{ kind: "mails.send", subject: "shop" }]);
  return changed;
}
