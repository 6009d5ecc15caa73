import { z } from "zod";
import { rupees } from "#app/domain/money/rupees.ts";
import { type OrderRuleId, toProductGid } from "#app/platform/ids.ts";
import type { OrderRuleEffect } from "./order-rule-kinds.ts";

/** Above these no order is, so that such a limit holds nothing. */
export const MOST_RUPEES = 10_000_000;
export const MOST_UNITS = 10_000;
/** Shopify's own bound. */
export const LONGEST_TAG = 255;

/** When a rule matches an order, as it is stored. */
export const orderRuleConditionSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("value"), overPkr: z.int().min(1).max(MOST_RUPEES).transform(rupees) }),
  z.object({ kind: z.literal("quantity"), overUnits: z.int().min(1).max(MOST_UNITS) }),
  /** A city by its known name and key (`cityKey`). */
  z.object({ kind: z.literal("city"), city: z.string().min(1), cityKey: z.string().min(1) }),
  /** A product of the shop, called as it was when the rule was made. */
  z.object({ kind: z.literal("product"), productGid: z.string().transform(toProductGid), title: z.string() }),
  z.object({ kind: z.literal("new_customer") }),
  z.object({ kind: z.literal("refused_customer") }),
  z.object({ kind: z.literal("tag"), tag: z.string().min(1).max(LONGEST_TAG) }),
  z.object({ kind: z.literal("note") }),
  z.object({ kind: z.literal("doubtful_address") }),
]);

export type OrderRuleCondition = z.output<typeof orderRuleConditionSchema>;

/** A rule of the merchant's for orders that go by themselves. */
export type OrderRule = {
  readonly id: OrderRuleId;
  readonly effect: OrderRuleEffect;
  readonly condition: OrderRuleCondition;
};
