import type { Listing } from "@prisma/client";
import { lockableFields, parseLocks } from "./listing-locks.ts";

/** What *Take it over* writes for a need, by the names of locks; what is the merchant's own stays, so it may be nothing. */
export function takeOverFields(
  { locked, origin }: Pick<Listing, "locked" | "origin">,
  code: string,
): readonly string[] {
  if (origin === "mapped") return [];
  const locks = parseLocks(locked);
  if (code === "content_changed") return lockableFields.filter((field) => locks[field] === undefined);
  return code === "variants_added" ? ["variants"] : [];
}
