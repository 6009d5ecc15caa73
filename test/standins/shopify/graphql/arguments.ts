import { z } from "zod";
import type { Args } from "./view.ts";
import { refuse } from "./view.ts";

/** Reads a mutation's arguments. The schema has checked their types; what we do not model is refused by name. */
export function parseArgs<T>(shape: z.ZodType<T>, args: Args, field: string): T {
  const parsed = shape.safeParse(args);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = [...(issue?.path ?? []), ...(issue?.code === "unrecognized_keys" ? issue.keys : [])].join(
    ".",
  );
  throw refuse(
    `The stand-in does not model the input ${field}(${where}): ${issue?.message ?? ""}`,
    "NOT_MODELLED",
  );
}

export const idArg = z.string();
export const text = z.string().nullish();
export const decimal = z.union([z.string(), z.number()]);
