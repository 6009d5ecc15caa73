import { z } from "zod";
import type { ShadowQuery } from "#app/domain/orders/shadow/list-shadow-decisions.server.ts";
import { shadowOutcomes, shadowVerdicts } from "#app/domain/orders/shadow/shadow-mode.ts";
import { parsePageCursor } from "#app/platform/database/page-cursor.ts";

const query = z.object({
  verdict: z.enum(shadowVerdicts).nullable().catch(null),
  outcome: z.enum(shadowOutcomes).nullable().catch(null),
  after: z.string().transform(parsePageCursor).catch(null),
});

/** What the page's address asks for. */
export function readShadowQuery(searchParams: URLSearchParams): ShadowQuery {
  return query.parse({
    verdict: searchParams.get("verdict"),
    outcome: searchParams.get("outcome"),
    after: searchParams.get("after") ?? undefined,
  });
}
