import type { MailRecipient } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { runSweepWithin } from "#app/domain/sweeps/bring-forward.server.ts";
import { RECIPIENT } from "#app/domain/timeline/fact-vocabulary.ts";
import { type LinkPurpose, readLinkToken } from "./mail-link.ts";
import { dropWaitingMails } from "./recipients.server.ts";
import { recordRecipient } from "./record-recipient.server.ts";
import { startNotifying } from "./start-notifying.server.ts";

type LinkDeps = Pick<ShopContext, "db" | "crypto" | "clock">;

type FollowedLink = { readonly purpose: LinkPurpose; readonly token: string };

/** Whose mails a link is about; null for one that is forged, over, or about nobody any more. Changes nothing. */
export async function findLink(
  { db, crypto, clock }: LinkDeps,
  { purpose, token }: FollowedLink,
): Promise<{ readonly shopName: string; readonly recipient: MailRecipient } | null> {
  const id = readLinkToken(crypto, { purpose, token, now: clock.now() });
  if (id === null) return null;
  const found = await db.mailRecipient.findUnique({
    where: { id },
    include: { shop: { select: { name: true, domain: true } } },
  });
  if (found === null || found.state === "removed") return null;
  // Who said no is asked anew before a question of earlier counts again.
  if (purpose === "confirm" && found.state === "unsubscribed") return null;
  const { shop, ...recipient } = found;
  return { shopName: shop.name || shop.domain, recipient };
}

/** Does what a link is for; done twice it changes nothing more. Null as for `findLink`. */
export async function followLink(
  deps: LinkDeps,
  link: FollowedLink,
): Promise<{ readonly shopName: string } | null> {
  const found = await findLink(deps, link);
  if (found === null) return null;
  const isDone = await (link.purpose === "confirm" ? confirm : unsubscribe)(deps, found.recipient);
  return isDone ? { shopName: found.shopName } : null;
}

const FIRST_LOOK_WITHIN_MS = 60_000;

/** The first to confirm is mailed from now on: what came up before is on Home. */
async function confirm(deps: LinkDeps, recipient: MailRecipient): Promise<boolean> {
  const { db, clock } = deps;
  const { id, shopId, state } = recipient;
  if (state === "confirmed") return true;
  const now = clock.now();
  const shop = await db.shop.findUniqueOrThrow({ where: { id: shopId } });
  const isConfirmed = await db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from shop where id = ${shopId}::uuid for no key update`;
    const others = { shopId, state: "confirmed", id: { not: id } } as const;
    if ((await tx.mailRecipient.count({ where: others })) === 0) await startNotifying(tx, shop, now);
    const isNew = (await tx.mailRecipient.count({ where: { shopId, id, state: "pending" } })) > 0;
    const { count } = await tx.mailRecipient.updateMany({
      where: { shopId, id, state: { in: ["pending", "confirmed"] } },
      data: { state: "confirmed", confirmedAt: now, asks: 0, refusal: null },
    });
    if (isNew)
      await recordRecipient(tx, { ...deps, shop }, recipient, { code: "recipient_confirmed", by: RECIPIENT });
    return count > 0;
  });
  if (isConfirmed)
    await runSweepWithin({ db, shop }, { kind: "notifications", mode: "" }, FIRST_LOOK_WITHIN_MS);
  return isConfirmed;
}

async function unsubscribe(deps: LinkDeps, recipient: MailRecipient): Promise<boolean> {
  const { db, clock } = deps;
  const { id, shopId } = recipient;
  await db.$transaction(async (tx) => {
    const { count } = await tx.mailRecipient.updateMany({
      where: { shopId, id, state: { in: ["pending", "confirmed"] } },
      data: { state: "unsubscribed" },
    });
    await dropWaitingMails(tx, { shopId, recipientId: id, now: clock.now() });
    if (count === 0) return;
    const fact = { code: "recipient_unsubscribed", by: RECIPIENT } as const;
    await recordRecipient(tx, { ...deps, shop: { id: shopId } }, recipient, fact);
  });
  return true;
}
