import { z } from "zod";
import { activityActors, parseFactCursor } from "#app/domain/activity/activity-filter.ts";
import { factTopics } from "#app/domain/timeline/fact-topics.ts";
import { dayInUrl } from "../day-in-url.ts";
import { WITHOUT_NUL } from "../without-nul.ts";

const day = dayInUrl.nullable().catch(null);

const filter = z.object({
  about: z.enum(factTopics).nullable().catch(null),
  who: z.enum(activityActors).nullable().catch(null),
  from: day,
  to: day,
  order: z.string().trim().max(40).regex(WITHOUT_NUL).catch(""),
});

const cursor = z.string().transform(parseFactCursor).nullable().catch(null);

/** What an address of the activity asks for; what it does not understand is left open. */
export function readActivityQuery(params: URLSearchParams) {
  const given = Object.fromEntries(params);
  return { filter: filter.parse(given), before: cursor.parse(given.before) };
}
