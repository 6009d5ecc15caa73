import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import { formatDay, formatMoment } from "#app/platform/time/format-time.ts";
import { linkUrl } from "./mail-link.ts";
import type { NotificationEvent } from "./notification-event.ts";
import type { NotificationKind } from "./notification-kinds.ts";
import type { MailContent } from "./write-mails.server.ts";

type WordsDeps = Pick<ShopContext, "shop" | "env" | "crypto">;

/** What a mail to one recipient says in its own way. */
type Words = { readonly subject: string; readonly paragraphs: readonly string[] };

const NAMES_SHOWN = 20;
const STOPPED = "Parcels are not paid by themselves any more";

/** Where each kind of event is seen, in the app. */
const PATHS: Readonly<Record<NotificationKind, string>> = {
  orders_waiting: "/orders",
  awaiting_funds: "/wallet/funds",
  reserve_low: "/wallet",
  connection_lost: "/settings/connection",
  prices_up: "/listings",
  products_removed: "/listings",
  parcels_standing: "/orders",
  settlement_differs: "/payouts/check",
  delivery_moved: "/settings/delivery",
};

export function confirmWords(deps: WordsDeps, recipientId: string, until: Date): MailContent {
  const shop = nameOf(deps);
  const link = linkUrl(deps.env.SHOPIFY_APP_URL, deps.crypto, { purpose: "confirm", recipientId, until });
  return finish(deps, recipientId, {
    subject: `Do you want mails about ${shop}?`,
    paragraphs: [
      `Somebody at ${shop} asked Karwan to tell you by mail what waits for them there: orders, money and products.`,
      `If you want that, open this page and press the button. It works until ${formatDay(until, deps.shop.timezone)}:\n${link}`,
      "If you do not, there is nothing to do: no more than a reminder can follow.",
    ],
  });
}

export function testWords(deps: WordsDeps, recipientId: string): MailContent {
  return finish(deps, recipientId, {
    subject: `Mails about ${nameOf(deps)} reach you`,
    paragraphs: ["This is the test mail that somebody asked for in Karwan. Mails of this kind arrive."],
  });
}

/** One mail for all that came up of one kind. */
export function eventWords(deps: WordsDeps, recipientId: string, event: NotificationEvent): MailContent {
  return finish(deps, recipientId, {
    subject: `${headline(event)} · ${nameOf(deps)}`,
    paragraphs: [section(deps, event)],
  });
}

/** One mail for a day. */
export function digestWords(
  deps: WordsDeps,
  recipientId: string,
  { events, now }: { readonly events: readonly NotificationEvent[]; readonly now: Date },
): MailContent {
  return finish(deps, recipientId, {
    subject: `${nameOf(deps)}: what came up until ${formatDay(now, deps.shop.timezone)}`,
    paragraphs: events.map((event) => section(deps, event)),
  });
}

function section({ env, shop }: WordsDeps, event: NotificationEvent): string {
  const link = `https://${shop.domain}/admin/apps/${env.SHOPIFY_API_KEY}${PATHS[event.kind]}`;
  return [`${headline(event)}.`, ...details(event, shop.timezone), link].join("\n");
}

/** What came up, in a line without its end. */
function headline({ kind, count, names }: NotificationEvent): string {
  const [only] = names;
  switch (kind) {
    case "orders_waiting":
      return count === 1 && only
        ? `Order ${only} waits for you`
        : countOf(count, "order waits for you", "orders wait for you");
    case "awaiting_funds":
      return count === 0
        ? STOPPED
        : countOf(count, "order waits for money in the wallet", "orders wait for money in the wallet");
    case "reserve_low":
      return "The wallet carries few more cash on delivery orders";
    case "connection_lost":
      return "The connection needs you: orders may not go out";
    case "prices_up":
      return countOf(
        count,
        "product costs you more, or sells too low",
        "products cost you more, or sell too low",
      );
    case "products_removed":
      return countOf(
        count,
        "product is not offered any more as it was",
        "products are not offered any more as they were",
      );
    case "parcels_standing":
      return count === 1 && only
        ? `A parcel of order ${only} stands still`
        : countOf(count, "parcel stands still", "parcels stand still");
    case "settlement_differs":
      return "What parcels brought does not agree with the ledger or with Shopify";
    case "delivery_moved":
      return "What the supplier takes for delivery is not what your rates by weight charge";
  }
}

function details(
  { kind, count, names, deadline, hasStopped, risen, percent, emptyInDays }: NotificationEvent,
  timezone: string,
): readonly string[] {
  const shown = names.slice(0, NAMES_SHOWN);
  const more = names.length - shown.length;
  const list = shown.length > 1 ? [`${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`] : [];
  if (kind === "awaiting_funds")
    return [
      ...list,
      ...(hasStopped && count > 0 ? [`${STOPPED}.`] : []),
      ...(deadline ? [`The first deadline is ${formatMoment(deadline, timezone)}: pay before it.`] : []),
    ];
  if (kind === "prices_up" && risen > 0)
    return [
      `The supplier's price rose by more than ${percent} % for ${countOf(risen, "variant", "variants")}.`,
    ];
  if (kind === "reserve_low")
    return [
      emptyInDays === 0
        ? "Orders begin to wait for the wallet today."
        : `At the present rate orders begin to wait in ${countOf(emptyInDays ?? 3, "day", "days")}.`,
    ];
  return list;
}

/** In plain text, with the way out at its end. */
function finish(deps: WordsDeps, recipientId: string, { subject, paragraphs }: Words): MailContent {
  const target = { purpose: "unsubscribe", recipientId, until: null } as const;
  const wayOut = linkUrl(deps.env.SHOPIFY_APP_URL, deps.crypto, target);
  return {
    subject,
    text: `${[...paragraphs, `--\nKarwan, for ${nameOf(deps)}. No more mails like this:\n${wayOut}`].join("\n\n")}\n`,
  };
}

/** One line, whatever the shop is called. */
function nameOf({ shop }: WordsDeps): string {
  return (shop.name || shop.domain).replaceAll(/\s+/g, " ").trim();
}
