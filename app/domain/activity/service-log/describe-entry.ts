import { maskBody } from "#app/domain/deliveries/mask-body.ts";
import { findTexts } from "#app/domain/sweeps/find-texts.ts";
import { isJsonObject } from "#app/domain/sweeps/sweep-run.ts";

/** One delivery as the service's own log has it. Which fields that has is not documented: what is not recognized is null. */
export type LogEntry = {
  /** Every text it holds: the id of its event is among them, where it names one. */
  readonly texts: readonly string[];
  readonly event: string | null;
  readonly status: string | null;
  readonly at: Date | null;
  readonly attempts: number | null;
  /** As it came, with what may be about a person covered. */
  readonly raw: string;
};

/** The names of the document's events, and those of later versions. */
const EVENT = /^(order|product|wallet)\.[a-z_]{1,40}$/;
const INSTANT = /^20\d\d-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

export function describeEntry(entry: unknown): LogEntry {
  const texts = findTexts(entry);
  const fields = isJsonObject(entry) ? entry : {};
  const { status, attempts } = fields;
  return {
    texts,
    event: texts.find((text) => EVENT.test(text)) ?? null,
    status: typeof status === "string" ? status : null,
    at: instantOf(fields.createdAt) ?? instantOf(texts.find((text) => INSTANT.test(text))),
    attempts: Array.isArray(attempts) ? attempts.length : typeof attempts === "number" ? attempts : null,
    raw: maskBody(JSON.stringify(entry)),
  };
}

function instantOf(value: unknown): Date | null {
  const date = new Date(typeof value === "string" && INSTANT.test(value) ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}
