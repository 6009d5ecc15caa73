import type { Mail, MailRecipient, Prisma } from "@prisma/client";
import { z } from "zod";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { SendMailResult } from "#app/platform/mail/mail-to-send.ts";
import type { Mailer } from "#app/platform/mail/mailer.server.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import { linkUrl } from "./mail-link.ts";
import { addressPlace } from "./recipient-place.ts";
import { mailPlace } from "./write-mails.server.ts";

/** So many mails of a shop, then others have their turn. */
const MAILS_A_RUN = 20;
/** What could not be sent for so long is not worth telling any more. */
const GIVEN_UP_AFTER_MS = 24 * 60 * 60_000;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 60 * 60_000;

const content = z.object({ subject: z.string(), text: z.string() });

export type SendMailsDeps = Pick<ShopContext, "shop" | "db" | "crypto" | "clock" | "env"> & {
  readonly mailer: Mailer | null;
};

type DueMail = Mail & { readonly recipient: MailRecipient };

/**
 * Sends the due mails of a shop, each written down as soon as the server took it. A mail under way when its process dies
 * goes out again, under the same Message-ID.
 */
export async function sendMails(deps: SendMailsDeps, claim: ClaimedWork): Promise<WorkResult> {
  const { db, shop, clock, mailer } = deps;
  await giveUp(
    deps,
    claim,
    { createdAt: { lt: new Date(clock.now().getTime() - GIVEN_UP_AFTER_MS) } },
    "too_late",
  );
  if (mailer === null) await giveUp(deps, claim, {}, "not_set_up");
  if (shop.state === "uninstalled") await giveUp(deps, claim, {}, "not_wanted");
  const waiting = { shopId: shop.id, state: "waiting" } as const;
  const due: readonly DueMail[] = await db.mail.findMany({
    where: { ...waiting, dueAt: { lte: clock.now() } },
    include: { recipient: true },
    orderBy: [{ dueAt: "asc" }, { id: "asc" }],
    take: MAILS_A_RUN,
  });
  for (const mail of due) if (mailer) await sendOne({ ...deps, mailer }, claim, mail);
  const next = await db.mail.findFirst({
    where: waiting,
    orderBy: { dueAt: "asc" },
    select: { dueAt: true },
  });
  if (!next) return { kind: "done" };
  return { kind: "requeue", afterMs: Math.max(0, next.dueAt.getTime() - clock.now().getTime()) };
}

async function giveUp(
  { db, shop, clock }: SendMailsDeps,
  { lease }: ClaimedWork,
  which: Prisma.MailWhereInput,
  failure: string,
): Promise<void> {
  const where = { ...which, shopId: shop.id, state: "waiting" } as const;
  if ((await db.mail.count({ where })) === 0) return;
  const data = { state: "given_up", failure, contentEnc: null, endedAt: clock.now() } as const;
  await lease.transaction((tx) => tx.mail.updateMany({ where, data }));
}

async function sendOne(
  deps: SendMailsDeps & { readonly mailer: Mailer },
  claim: ClaimedWork,
  mail: DueMail,
): Promise<void> {
  const { crypto, env, clock, mailer } = deps;
  const { recipient, contentEnc, messageId } = mail;
  if (!isWanted(mail) || contentEnc === null)
    return save(claim, mail, {
      state: "given_up",
      failure: "not_wanted",
      contentEnc: null,
      endedAt: clock.now(),
    });
  const { subject, text } = content.parse(JSON.parse(crypto.openText(contentEnc, mailPlace(mail.id))));
  const to = crypto.openText(recipient.addressEnc, addressPlace(recipient.id));
  const target = { purpose: "unsubscribe", recipientId: recipient.id, until: null } as const;
  const unsubscribeUrl = linkUrl(env.SHOPIFY_APP_URL, crypto, target);
  await claim.lease.assertHeld();
  const sending = mailer.send({ messageId, to, subject, text, unsubscribeUrl });
  const result = await sending.catch(async (error: unknown) => {
    await defer(deps, claim, mail, "unreachable");
    throw error;
  });
  failpoint("E1");
  await saveResult(deps, claim, mail, result);
}

/** What somebody unsubscribed from, or never confirmed, is not sent; nor anything more to an address that was refused. */
function isWanted({ kind, recipient }: DueMail): boolean {
  if (recipient.addressEnc.length === 0 || recipient.refusal !== null) return false;
  return recipient.state === (kind === "confirm" ? "pending" : "confirmed");
}

async function saveResult(
  deps: SendMailsDeps,
  claim: ClaimedWork,
  mail: DueMail,
  result: SendMailResult,
): Promise<void> {
  if (result.kind === "deferred") return defer(deps, claim, mail, result.code);
  const ended = { contentEnc: null, endedAt: deps.clock.now() };
  if (result.kind === "sent") return save(claim, mail, { ...ended, state: "sent", failure: null });
  const where = { shopId_id: { shopId: mail.shopId, id: mail.recipientId } };
  await claim.lease.transaction(async (tx) => {
    await tx.mail.update({
      where: { id: mail.id },
      data: { ...ended, state: "refused", failure: result.code },
    });
    await tx.mailRecipient.update({ where, data: { refusal: result.code } });
  });
}

function defer({ clock }: SendMailsDeps, claim: ClaimedWork, mail: DueMail, failure: string): Promise<void> {
  const attempts = mail.attempts + 1;
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** mail.attempts);
  return save(claim, mail, { attempts, failure, dueAt: new Date(clock.now().getTime() + pauseMs) });
}

async function save({ lease }: ClaimedWork, { id }: DueMail, data: Prisma.MailUpdateInput): Promise<void> {
  await lease.transaction((tx) => tx.mail.update({ where: { id }, data, select: { id: true } }));
}
