import { z } from "zod";
import type { StaffRight } from "#app/domain/shops/staff-rights.ts";
import { jsonText } from "#app/platform/json-text.ts";
import { afterPlacing } from "./after-placing.server.ts";

const simulated = z.enum(["CONFIRMED", "PROCESSING", "SHIPPED", "DELIVERED", "CANCELLED", "RETURNED"]);
const rupees = z.coerce.number().int();
const id = z.string().min(1).max(200);

/** Which parcel holds each line: as many as an order sent to the service may have. */
const contentsByLine = jsonText(20_000).pipe(z.array(z.object({ lineGid: id, parcelId: z.uuid() })).max(50));

/** Every button and form of an order's page. */
export const commandForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("place") }),
  z.object({ intent: z.literal("retry") }),
  z.object({ intent: z.literal("cancel") }),
  z.object({ intent: z.literal("adopt") }),
  z.object({ intent: z.literal("place_again") }),
  z.object({ intent: z.literal("city_as_written") }),
  z.object({ intent: z.literal("choose_city"), city: z.string().min(1).max(100) }),
  z.object({ intent: z.literal("how_paid"), answer: z.enum(["cod", "bank_transfer", "wait"]) }),
  z.object({
    intent: z.literal("edit_customer"),
    name: z.string().max(200),
    phone: z.string().max(100),
    secondPhone: z.string().max(100),
    address: z.string().max(500),
    landmark: z.string().max(200),
    city: z.string().max(100),
    cityAsWritten: z.stringbool(),
    seenEditAt: z.string().max(30),
  }),
  z.object({ intent: z.literal("choose_phone"), phone: z.string().max(100) }),
  z.object({ intent: z.literal("keep_edit") }),
  z.object({ intent: z.literal("undo_edit") }),
  z.object({ intent: z.literal("lower_delivery"), collects: rupees, shippingTo: rupees }),
  z.object({ intent: z.literal("move_away"), choice: id.optional() }),
  z.object({ intent: z.literal("link_variant"), supplierProductId: id, supplierVariantId: id }),
  z.object({ intent: z.literal("say_contents"), handoffId: z.uuid(), said: contentsByLine }),
  z.object({ intent: z.literal("mark_as_paid"), outstandingPkr: rupees }),
  z.object({ intent: z.literal("resume_placing") }),
  z.object({ intent: z.literal("finished_in_shopify") }),
  z.object({ intent: z.literal("customer_confirmed") }),
  z.object({ intent: z.literal("leave_it") }),
  z.object({
    intent: z.literal("pay"),
    parcelId: z.uuid(),
    amountPkr: rupees.optional(),
    reportedPkr: rupees.optional(),
  }),
  z.object({ intent: z.literal("answer_payment"), parcelId: z.uuid(), wasPaid: z.stringbool() }),
  z.object({ intent: z.literal("simulate"), parcelId: z.uuid(), status: simulated }),
  z.object({ intent: z.enum(afterPlacing), shown: z.string().max(200).optional() }),
]);

export type CommandForm = z.output<typeof commandForm>;

/** Money of the wallet and the switches are the owner's, and whom the owner let (R28). */
export const commandRights: Readonly<Partial<Record<CommandForm["intent"], StaffRight>>> = {
  pay: "pay",
  answer_payment: "pay",
  resume_placing: "routing",
};
