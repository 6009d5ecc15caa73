import type { MailKind, MailState } from "#app/domain/notifications/mail-states.ts";
import type { NotificationKind, NotificationUrgency } from "#app/domain/notifications/notification-kinds.ts";
import type { RecipientView } from "#app/domain/notifications/recipients.server.ts";
import type { StatusWords } from "#app/ui/status-words.ts";

/** What each kind is called, and what will be said. */
export const KIND_WORDS: Readonly<
  Record<NotificationKind, { readonly label: string; readonly helpText: string }>
> = {
  orders_waiting: {
    label: "Orders that wait for you",
    helpText: "Names of the orders on which somebody has to decide something.",
  },
  awaiting_funds: {
    label: "Orders that wait for money in the wallet",
    helpText: "With the first deadline to pay by.",
  },
  reserve_low: {
    label: "The wallet runs out",
    helpText: "When cash on delivery orders would begin to wait within three days. Again after three days.",
  },
  connection_lost: {
    label: "The connection is lost",
    helpText: "When the supplier or Shopify does not let Karwan in, so that orders may not go out.",
  },
  prices_up: {
    label: "Prices that rose",
    helpText: "Also products that lose money, or that nobody can buy at your price.",
  },
  products_removed: {
    label: "Products the supplier took away",
    helpText: "Products and variants that are not offered any more.",
  },
  parcels_standing: {
    label: "Parcels that stand still",
    helpText: "When a parcel has no event for longer than is usual for its courier and city.",
  },
  settlement_differs: {
    label: "Money that does not agree",
    helpText: "When orders, the supplier's ledger and Shopify differ.",
  },
  delivery_moved: {
    label: "Delivery rates that are out of date",
    helpText: "When the rates by weight in your shop are not what the supplier takes any more.",
  },
};

export const URGENCY_OPTIONS: readonly { readonly value: NotificationUrgency; readonly label: string }[] = [
  { value: "at_once", label: "At once" },
  { value: "digest", label: "In the daily digest" },
  { value: "off", label: "Not at all" },
];

export function mailKindWords(kind: MailKind): string {
  if (kind === "digest") return "Daily digest";
  if (kind === "confirm") return "Question whether mails are wanted";
  return kind === "test" ? "Test mail" : KIND_WORDS[kind].label;
}

type ShownState = Pick<RecipientView, "state" | "refusal">;

export function recipientBadge({ state, refusal }: ShownState): StatusWords {
  if (refusal !== null) return { label: "Refused by the mail server", tone: "critical" };
  switch (state) {
    case "confirmed":
      return { label: "Gets mails", tone: "success" };
    case "pending":
      return { label: "Asked, not confirmed yet", tone: "attention" };
    case "unsubscribed":
      return { label: "Wants no mails", tone: "plain" };
  }
}

/** What stands beside the badge. */
export function recipientText({ state, refusal }: ShownState): string | null {
  if (refusal !== null)
    return `The mail server says that it delivers nothing to this address (${refusal}). Look for a slip of the pen, or try again.`;
  if (state === "pending")
    return "They get a mail with a link, and nothing else before they press its button.";
  if (state === "unsubscribed") return "They said so themselves. Ask again only if they want it.";
  return null;
}

export function mailBadge(state: MailState): StatusWords {
  switch (state) {
    case "waiting":
      return { label: "On its way", tone: "info" };
    case "sent":
      return { label: "Sent", tone: "success" };
    case "refused":
      return { label: "Refused", tone: "critical" };
    case "given_up":
      return { label: "Not sent", tone: "warning" };
  }
}

/** Why a mail is not there yet, or never will be. */
export function failureWords(state: MailState, failure: string | null): string | null {
  if (failure === null || state === "sent") return null;
  if (state === "waiting")
    return "The mail server did not take it yet. It is tried again by itself, for a day.";
  if (state === "refused") return `The mail server refused the address (${failure}).`;
  if (failure === "too_late") return "The mail server did not take it for a day.";
  if (failure === "not_set_up") return "The operator's mail server was switched off.";
  return "It was not wanted any more.";
}
