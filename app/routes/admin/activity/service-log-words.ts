import type { LogMatch } from "#app/domain/activity/service-log/match-log.ts";
import type { StatusWords } from "#app/ui/status-words.ts";

/** How a delivery of the supplier's log and our receipt stand to each other. */
export const MATCH_BADGES: Readonly<Record<LogMatch, StatusWords>> = {
  both: { label: "Sent and received", tone: "success" },
  lost: { label: "Never received", tone: "critical" },
  on_its_way: { label: "On its way", tone: "info" },
  no_receipt: { label: "No receipt is kept", tone: "plain" },
  receipt_gone: { label: "Received", tone: "success" },
  only_here: { label: "Not in the log", tone: "plain" },
  unmatched: { label: "Not to be matched", tone: "plain" },
};

/** What the right-hand side says where there is no receipt. */
export const MATCH_TEXTS: Readonly<Record<Exclude<LogMatch, "both" | "only_here">, string>> = {
  lost: "Karwan never got it. The supplier sends nothing again when asked; the check reads what it would have said.",
  on_its_way: "Not here yet. The supplier tries again for 21 hours.",
  no_receipt: "Events of products are taken up without a receipt.",
  receipt_gone: "It was received; its receipt is not kept any more.",
  unmatched: "The supplier's log does not say which event it is.",
};
