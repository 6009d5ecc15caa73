import { z } from "zod";
import { numericPart } from "#app/platform/ids.ts";
import type { FlowTrigger } from "./flow-names.ts";

/** What of a fact is sent: figures and codes of ours, in rupees where they are money. */
const figures = z.object({
  code: z.string().optional(),
  part: z.number().optional(),
  of: z.number().optional(),
  parcels: z.number().optional(),
  amount: z.number().optional(),
  charge: z.number().optional(),
  from: z.number().optional(),
  to: z.number().optional(),
  variants: z.number().optional(),
});

/** What an event is about: an order or a product, by its gid, and whether it is only a test. */
export type FlowSubject = { readonly gid: string; readonly isTest: boolean };

/** `id`: that of the event's row, by which whoever hears of it twice finds that out. */
type QueuedEvent = { readonly id: bigint; readonly params: unknown };

type Field = string | number | boolean;
type FlowPayload = Readonly<Record<string, Field>>;

type Figures = z.output<typeof figures>;

const parcel = ({ part, of }: Figures) => ({ Part: part, Parts: of });

/** The fields of each trigger, by the keys of its extension. A figure that is not known is left out. */
const fields: Readonly<Record<FlowTrigger, (known: Figures) => Readonly<Record<string, Field | undefined>>>> =
  {
    held: ({ code }) => ({ "Hold code": code }),
    placed: ({ parcels }) => ({ Parcels: parcels }),
    shipped: parcel,
    delivered: parcel,
    refused: (known) => ({ ...parcel(known), Charge: known.charge }),
    awaiting_funds: (known) => ({ ...parcel(known), Amount: known.amount }),
    margin_released: ({ amount }) => ({ Amount: amount }),
    cost_up: ({ from, to, variants }) => ({ "Cost before": from, "Cost now": to, Variants: variants }),
    product_removed: () => ({}),
  };

const ofProducts: ReadonlySet<FlowTrigger> = new Set(["cost_up", "product_removed"]);

export function isOfProduct(trigger: FlowTrigger): boolean {
  return ofProducts.has(trigger);
}

/**
 * What Flow is sent: the reference by Shopify's number, as its extension names it, and figures. Some hundred bytes of the
 * 50 KB that Shopify takes (shopify.dev, Flow trigger reference).
 */
export function toFlowPayload(
  trigger: FlowTrigger,
  { gid, isTest }: FlowSubject,
  { id, params }: QueuedEvent,
): FlowPayload {
  const known = figures.safeParse(params);
  const named = Object.entries(fields[trigger](known.success ? known.data : {})).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  const reference = toNumber(numericPart(gid));
  return Object.fromEntries<Field>([
    isOfProduct(trigger) ? ["product_id", reference] : ["order_id", reference],
    ...named,
    ...(isOfProduct(trigger) ? [] : [["Test order", isTest] as const]),
    ["Event id", id.toString()],
  ]);
}

/** Shopify's own numbers are whole; one that a number cannot hold exactly stays a text. */
function toNumber(digits: string): Field {
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
}
