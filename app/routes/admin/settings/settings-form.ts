import { z } from "zod";
import { costPolicies } from "#app/domain/policy/pricing/listing-policy.ts";
import { priceDraftSchema } from "#app/domain/policy/pricing/price-draft.ts";
import { LONGEST_CUSTOMER_WORDS } from "#app/domain/shops/customer-words.ts";
import {
  confirmationAskers,
  confirmationHours,
  notConfirmedChoices,
  refusedChoices,
  shippingShares,
  textLanguages,
} from "#app/domain/shops/setting-choices.ts";
import { type StaffRight, staffRights } from "#app/domain/shops/staff-rights.ts";
import { jsonText } from "#app/platform/json-text.ts";
import { WITHOUT_NUL } from "../without-nul.ts";
import { deliveryForms } from "./delivery-form.ts";
import { supplierChangesForms } from "./supplier-changes-form.ts";
import { timesForm } from "./times-form.ts";

const mode = z.enum(["live", "test"]);
const checked = z.enum(["true", "false"]).transform((text) => text === "true");
const hours = z.coerce.number().int().min(confirmationHours.min).max(confirmationHours.max);
const names = z
  .string()
  .transform((text) =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  )
  .pipe(z.array(z.string().max(100)).max(50));

const customerWords = z.string().max(LONGEST_CUSTOMER_WORDS).regex(WITHOUT_NUL);

/** A price rule as typed, as JSON text. */
export const typedPriceRule = jsonText(10_000).pipe(priceDraftSchema);

/** By the service's id of a store. */
const storeNames = jsonText(100_000).pipe(
  z.record(z.string().max(200), z.string().trim().max(40).regex(WITHOUT_NUL)),
);

/** Every form this page sends, told apart by `intent`. */
export const settingsForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("connect"),
    keyId: z.string().max(600),
    secret: z.string().max(600),
    otherReceiver: z.enum(["keep", "take_over"]).default("keep"),
  }),
  z.object({ intent: z.literal("name_stores"), names: storeNames }),
  z.object({ intent: z.literal("check"), mode }),
  z.object({ intent: z.literal("test_event"), mode }),
  z.object({ intent: z.literal("rotate"), mode }),
  z.object({ intent: z.literal("activate"), mode }),
  z.object({
    intent: z.literal("disconnect"),
    mode,
    openParcels: z.enum(["wait", "when_over", "stop_updating"]).default("wait"),
    products: z.enum(["stay", "sold_out"]).nullable().default(null),
  }),
  z.object({
    intent: z.literal("grant"),
    userId: z.string().min(1).max(40),
    right: z.enum(staffRights),
    change: z.enum(["grant", "take"]),
  }),
  z.object({ intent: z.literal("privacy_export"), requestId: z.uuid() }),
  z.object({ intent: z.literal("privacy_answered"), requestId: z.uuid() }),
  z.object({
    intent: z.literal("save_stock"),
    stockBuffer: z.coerce.number().int().min(0).max(1000).optional(),
    whenOutOfStock: z.enum(["quantity", "draft", "nothing"]).optional(),
    whenStockEdited: z.enum(["put_right", "leave"]).optional(),
  }),
  z.object({ intent: z.literal("price_rule"), draft: typedPriceRule }),
  z.object({
    intent: z.literal("set_up_routing"),
    autoPrepaid: checked,
    autoCod: checked,
    codGateways: names,
    shippingShare: z.enum(shippingShares),
    senderName: z.string().max(100),
    whenCostChanges: z.enum(costPolicies),
    courierApps: z.enum(["yes", "no"]),
    /** Both are tried first: everything is decided, nothing is placed. */
    shadow: checked.optional(),
  }),
  z.object({ intent: z.literal("start_shadow") }),
  z.object({ intent: z.literal("end_shadow"), autoPrepaid: checked, autoCod: checked }),
  z.object({
    intent: z.literal("save"),
    // A page sends what it edits; the rest stays as it is.
    autoPrepaid: checked.optional(),
    autoCod: checked.optional(),
    paused: checked.optional(),
    codGateways: names.optional(),
    senderName: z.string().max(100).optional(),
    shippingShare: z.enum(shippingShares).optional(),
    markPaidOnDelivery: checked.optional(),
    notifyCustomers: checked.optional(),
    whenRefused: z.enum(refusedChoices).optional(),
    holdLooksTwice: checked.optional(),
    tagRefusedBefore: checked.optional(),
    confirmationAsker: z.enum(confirmationAskers).optional(),
    confirmationLimitHours: hours.optional(),
    confirmationReminderHours: hours.optional(),
    whenNotConfirmed: z.enum(notConfirmedChoices).optional(),
    customerLanguage: z.enum(textLanguages).optional(),
    customerWordsEn: customerWords.optional(),
    customerWordsRomanUrdu: customerWords.optional(),
    customerWordsUr: customerWords.optional(),
  }),
  timesForm,
  ...deliveryForms,
  ...supplierChangesForms,
]);

export type SettingsForm = z.output<typeof settingsForm>;

/**
 * Keys, leaving, what is in use and what is placed automatically are the account owner's, and whom the owner let; what
 * stands here with null is the owner's alone (R28).
 */
export const ownersIntents: Readonly<Partial<Record<SettingsForm["intent"], StaffRight | null>>> = {
  connect: "keys",
  rotate: "keys",
  activate: "keys",
  disconnect: "disconnect",
  set_up_routing: "routing",
  start_shadow: "routing",
  end_shadow: "routing",
  save: "routing",
  save_times: "routing",
  save_delivery: "routing",
  start_checkout_rates: "routing",
  stop_checkout_rates: "routing",
  apply_weight_rates: "routing",
  undo_weight_rates: "routing",
  drop_imports: "disconnect",
  grant: null,
  privacy_export: null,
  privacy_answered: null,
};
