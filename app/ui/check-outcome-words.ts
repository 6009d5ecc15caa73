import { countOf } from "#app/domain/messages/count-of.ts";
import type { StatusWords } from "./status-words.ts";

type Result = Readonly<Record<string, number>>;

/** What the last run came to, in two words. */
export function outcomeWords(kind: string, result: Result): StatusWords {
  const { seen = 0, mended = 0, refused = 0, orphans = 0, differs = 0, unknown = 0 } = result;
  if (refused + orphans + differs > 0) return { label: "Needs you", tone: "attention" };
  if (mended > 0) return { label: "Put right", tone: "info" };
  if (kind === "settlement" && unknown > 0)
    return { label: unknown === seen ? "Not known yet" : "Not all known", tone: "plain" };
  return { label: "All is well", tone: "success" };
}

/** "Looked at 12, put 1 right": what the last run came to. */
export function resultWords(kind: string, result: Result): string {
  const { seen = 0, mended = 0, refused = 0, orphans = 0, gone = 0, differs = 0, unknown = 0 } = result;
  if (kind === "catalog")
    return `${countOf(seen, "product", "products")}${gone > 0 ? `, ${count(gone)} no longer offered` : ""}`;
  if (kind === "settlement" && differs > 0)
    return `Looked at ${count(seen)}, ${count(differs)} differ: see Payouts`;
  if (kind === "settlement" && unknown > 0)
    return `Looked at ${count(seen)}, ${count(unknown)} could not be compared: see Payouts`;
  if (orphans > 0) return `Looked at ${count(seen)}, ${count(orphans)} need you: see Mapping`;
  if (kind === "webhooks") {
    if (refused > 0) return "Something stands in the way: see Settings";
    return mended > 0 ? "Put right again" : "All is well";
  }
  if (mended > 0) return `Looked at ${count(seen)}, put ${count(mended)} right`;
  return seen === 0 ? "Nothing to look at" : `Looked at ${count(seen)}, all is well`;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
