import { countOf } from "#app/domain/messages/count-of.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { SupplierOrderId } from "#app/platform/ids.ts";
import type { DifferenceKind, DifferenceSide } from "./difference-kinds.ts";

/** What a row says of a difference; sums in whole rupees. */
export type DifferenceFacts = {
  readonly side: DifferenceSide;
  readonly kind: DifferenceKind;
  readonly expectedPkr: Rupees;
  readonly foundPkr: Rupees;
  /** The name of the order that has, or lacks, the same sum. */
  readonly pairedName: string | null;
  /** How many parcels are compared together. */
  readonly parcels: number;
};

type Sentence = (facts: DifferenceFacts) => string;

const WORDS: Readonly<Record<DifferenceKind, Sentence>> = {
  missing: (facts) => `The ledger lacks an entry of ${formatRupees(0 - surplus(facts))}. ${compared(facts)}`,
  doubled: (facts) => `An entry of ${sum(surplus(facts))} is in the ledger twice. ${compared(facts)}`,
  unexpected: (facts) =>
    `The ledger has an entry of ${sum(surplus(facts))} that nothing here explains. ${compared(facts)}`,
  other_order: (facts) =>
    `${formatRupees(Math.abs(surplus(facts)))} may be booked to the wrong order: ${facts.pairedName ?? "another one"} differs by as much the other way. ${compared(facts)}`,
  other_sum: compared,
  unpaid: ({ expectedPkr, foundPkr }) =>
    `Couriers collected ${sum(expectedPkr)}, and Shopify still shows ${sum(foundPkr)} to be paid.`,
  items_left: ({ expectedPkr, foundPkr }) =>
    `Items worth ${sum(expectedPkr)} did not stay with the customer and are still in the order. Remove them in Shopify${foundPkr > 0 ? "; then what was collected can be marked as paid" : " and give the money back"}.`,
  refund_due: ({ expectedPkr }) =>
    `Nothing of this order stayed with the customer, who paid ${sum(expectedPkr)}. Give it back in Shopify.`,
  owed_back: ({ expectedPkr }) => `Shopify shows ${sum(expectedPkr)} as owed to the customer.`,
};

/** One difference in a sentence or two: what was found, and beside what. */
export function differenceSentence(facts: DifferenceFacts): string {
  return WORDS[facts.kind](facts);
}

function compared({ expectedPkr, foundPkr, parcels }: DifferenceFacts): string {
  const what =
    parcels === 1 ? "The parcel's entries" : `The ${countOf(parcels, "parcel's", "parcels'")} entries`;
  return `${what} add up to ${sum(foundPkr)}; by the supplier's own figures they have to be ${sum(expectedPkr)}.`;
}

function surplus({ expectedPkr, foundPkr }: DifferenceFacts): Rupees {
  return rupees(foundPkr - expectedPkr);
}

function sum(amountPkr: Rupees): string {
  return formatRupees(amountPkr);
}

/** What a text to the supplier names: its own numbers, and nothing of the customer. */
export type SupplierQuestionInput = DifferenceFacts & {
  readonly supplierOrderIds: readonly SupplierOrderId[];
  readonly entries: readonly {
    readonly entryId: string;
    readonly type: string;
    readonly amountPkr: Rupees;
  }[];
};

/** A text ready to be sent to the supplier. */
export function supplierQuestion({ supplierOrderIds, entries, ...facts }: SupplierQuestionInput): string {
  const orders = `${supplierOrderIds.length === 1 ? "order" : "orders"} ${supplierOrderIds.join(", ")}`;
  const listed = entries.map(({ entryId, type, amountPkr }) => `- ${entryId} ${type}: ${sum(amountPkr)}`);
  return [
    `Assalam o alaikum. Please check the wallet entries of ${orders}.`,
    `They add up to ${sum(facts.foundPkr)}; by the order's own figures they should be ${sum(facts.expectedPkr)}, so ${formatRupees(Math.abs(surplus(facts)))} is ${surplus(facts) > 0 ? "too much" : "missing"}.`,
    ...(listed.length > 0 ? ["The entries we see:", ...listed] : ["We see no entry."]),
  ].join("\n");
}
