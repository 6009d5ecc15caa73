import type { LogEntry } from "./describe-entry.ts";

/** A receipt of ours, by the event's id. */
export type OwnReceipt = {
  readonly eventId: string;
  readonly deliveryId: string;
  readonly topic: string;
  readonly receivedAt: Date;
};

/**
 * both: sent and received · lost: sent, and never received · on_its_way: not received yet, and still tried · no_receipt: of
 * a product, of which none is kept · receipt_gone: received, its receipt is kept no longer · only_here: received, and not in
 * the log · unmatched: the log does not say which event it is
 */
const logMatches = [
  "both",
  "lost",
  "on_its_way",
  "no_receipt",
  "receipt_gone",
  "only_here",
  "unmatched",
] as const;
export type LogMatch = (typeof logMatches)[number];

type SentDelivery = Omit<LogEntry, "texts">;

export type LogRow = {
  readonly key: string;
  readonly match: LogMatch;
  readonly sent: SentDelivery | null;
  readonly received: OwnReceipt | null;
};

type MatchLogInput = {
  readonly entries: readonly LogEntry[];
  readonly receipts: readonly OwnReceipt[];
  /** Ids of events that were received, whether their receipts are still there or not. */
  readonly knownEventIds: ReadonlySet<string>;
};

/** The service's log and our receipts, side by side: first the log in its own order, then what only we have. */
export function matchLog({ entries, receipts, knownEventIds }: MatchLogInput): readonly LogRow[] {
  const byEvent = new Map(receipts.map((receipt) => [receipt.eventId, receipt]));
  const rows = entries.map(({ texts, ...sent }, index): LogRow => {
    const received = texts.flatMap((text) => byEvent.get(text) ?? [])[0] ?? null;
    const match = received ? "both" : matchWithoutReceipt({ texts, ...sent }, knownEventIds);
    return { key: `sent/${index}`, match, sent, received };
  });
  const matched = new Set(rows.flatMap(({ received }) => received?.deliveryId ?? []));
  const only = receipts
    .filter(({ deliveryId }) => !matched.has(deliveryId))
    .map((received): LogRow => {
      return { key: `received/${received.deliveryId}`, match: "only_here", sent: null, received };
    });
  return [...rows, ...only];
}

function matchWithoutReceipt({ texts, event, status }: LogEntry, known: ReadonlySet<string>): LogMatch {
  if (texts.some((text) => known.has(text))) return "receipt_gone";
  if (event?.startsWith("product.")) return "no_receipt";
  if (!texts.some(isEventId)) return "unmatched";
  return status === "pending" ? "on_its_way" : "lost";
}

/** As the document writes the ids of events. */
function isEventId(text: string): boolean {
  return text.startsWith("evt_");
}
