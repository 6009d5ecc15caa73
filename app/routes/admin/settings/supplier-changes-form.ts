import { z } from "zod";
import { costPolicies } from "#app/domain/policy/pricing/listing-policy.ts";
import { toBulkRunId } from "#app/platform/ids.ts";

/** What the card about the supplier's changes sends. */
export const supplierChangesForms = [
  z.object({
    intent: z.literal("supplier_changes"),
    // Only what was changed is sent.
    whenCostChanges: z.enum(costPolicies).optional(),
    whenContentChanges: z.enum(["follow", "alert"]).optional(),
    whenVariantsChange: z.enum(["follow", "alert"]).optional(),
    whenRemoved: z.enum(["draft", "archive", "quantity"]).optional(),
    changeGuardPercent: z.coerce.number().int().min(1).max(100).optional(),
  }),
  z.object({
    intent: z.literal("answer_change_guard"),
    runId: z.uuid().transform(toBulkRunId),
    answer: z.enum(["go", "stop"]),
  }),
  z.object({ intent: z.literal("drop_imports") }),
] as const;
