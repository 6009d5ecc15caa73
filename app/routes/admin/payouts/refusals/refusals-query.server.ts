import { z } from "zod";
import type { RefusalsQuery } from "#app/domain/payouts/refusals/get-refusals-page.server.ts";
import { refusalSubjects } from "#app/domain/payouts/refusals/refusal-row.ts";
import { parsePageCursor } from "#app/platform/database/page-cursor.ts";
import { dayInUrl } from "#app/routes/admin/day-in-url.ts";

const day = dayInUrl.nullable().catch(null);

const query = z.object({
  by: z.enum(refusalSubjects).catch("city"),
  from: day,
  to: day,
  after: z.string().transform(parsePageCursor).nullable().catch(null),
});

/** What an address of refusals asks for; what it does not understand is left open. */
export function readRefusalsQuery(params: URLSearchParams): RefusalsQuery {
  return query.parse(Object.fromEntries(params));
}
