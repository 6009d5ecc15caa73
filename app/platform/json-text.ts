import { z } from "zod";

/** A field of a form that carries JSON as text, of so many characters at most; pipe it into what it holds. */
export function jsonText(most: number) {
  return z
    .string()
    .max(most)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: "custom", message: "Not JSON" });
        return z.NEVER;
      }
    });
}
