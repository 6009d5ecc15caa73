import { z } from "zod";
import type { PayoutsQuery } from "#app/domain/payouts/get-payouts-page.server.ts";
import { payoutStates } from "#app/domain/payouts/payout.ts";
import { payoutKinds } from "#app/domain/payouts/payouts-filter.ts";

const query = z.object({
  month: z
    .string()
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
    .nullable()
    .catch(null),
  state: z.enum(payoutStates).nullable().catch(null),
  kind: z.enum(payoutKinds).nullable().catch(null),
});

/** What an address of the payouts asks for; what it does not understand is left open. */
export function readPayoutsQuery(params: URLSearchParams): PayoutsQuery {
  const { month, ...filter } = query.parse(Object.fromEntries(params));
  return { month, filter };
}
