import type { HoldParams } from "#app/domain/messages/holds/hold-sentences.ts";
import { formatMoment } from "#app/platform/time/format-time.ts";

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** Stored numbers and words with their instants as days of the shop's own time zone. */
export function readableParams(params: HoldParams, timeZone: string): HoldParams {
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => [
      key,
      typeof value === "string" && INSTANT.test(value) ? formatMoment(value, timeZone) : value,
    ]),
  );
}
