import type { Prisma } from "@prisma/client";
import type { HoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import type { DecisionKind } from "./decision-kind.ts";

type DecisionRow = { readonly kind: DecisionKind; readonly subject: string; readonly handledAt: Date | null };
export type RequestRow = DecisionRow & { readonly at: Date };

/** The decision of a kind that stands; null when nobody decided, or when it was carried out. */
export function findDecision<Row extends DecisionRow>(
  decisions: readonly Row[],
  kind: DecisionKind,
  subject = "",
): Row | null {
  const isAsked = (each: Row) => each.kind === kind && each.subject === subject;
  return decisions.find((each) => isAsked(each) && each.handledAt === null) ?? null;
}

/** When the request was made that still stands. */
export function requestedAt(decisions: readonly RequestRow[], kind: DecisionKind): Date | null {
  return findDecision(decisions, kind)?.at ?? null;
}

/** The requests that decide what a page offers. */
export function requestsOf(decisions: readonly RequestRow[]) {
  return {
    placeRequestedAt: requestedAt(decisions, "place"),
    cancelRequestedAt: requestedAt(decisions, "cancel"),
  };
}

const SHOWN_REQUESTS: DecisionKind[] = ["place", "cancel"];

/** The rows `requestsOf` is made from, for a query of orders. */
export const standingRequests = {
  where: { kind: { in: SHOWN_REQUESTS }, handledAt: null },
  select: { kind: true, subject: true, at: true, handledAt: true },
} satisfies Prisma.Order$decisionsArgs;

/** Names a dismissed hold: by its code alone, or by what it showed. */
export function dismissedSubject(code: HoldCode, shown?: string): string {
  return shown === undefined ? code : `${code}:${shown}`;
}

/** Whether a person has left a hold as it is. */
export function isDismissed(
  { decisions }: { readonly decisions: readonly DecisionRow[] },
  code: HoldCode,
  shown?: string,
): boolean {
  return findDecision(decisions, "dismiss_hold", dismissedSubject(code, shown)) !== null;
}
