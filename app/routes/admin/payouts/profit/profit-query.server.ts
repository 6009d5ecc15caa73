import { z } from "zod";
import type { ProfitQuery } from "#app/domain/payouts/profit/get-profit-page.server.ts";
import { profitSubjects } from "#app/domain/payouts/profit/profit-row.ts";
import { parsePageCursor } from "#app/platform/database/page-cursor.ts";
import { dayInUrl } from "#app/routes/admin/day-in-url.ts";

const day = dayInUrl.nullable().catch(null);

const query = z.object({
  by: z.enum(profitSubjects).catch("product"),
  from: day,
  to: day,
  after: z.string().transform(parsePageCursor).nullable().catch(null),
});

/** What an address of profit asks for; what it does not understand is left open. */
export function readProfitQuery(params: URLSearchParams): ProfitQuery {
  return query.parse(Object.fromEntries(params));
}
