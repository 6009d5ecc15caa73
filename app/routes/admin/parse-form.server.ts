import type { z } from "zod";

/**
 * A form as its schema reads it. @throws a 400 answer naming the fields; no page of ours sends such a form, nor one with a
 * NUL, which PostgreSQL's text cannot hold
 */
export async function parseForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const form = await request.formData().catch(() => new FormData());
  const strange = [...form].flatMap(([name, value]) => (String(value).includes("\0") ? [name] : []));
  const parsed = schema.safeParse(Object.fromEntries(form));
  if (parsed.success && strange.length === 0) return parsed.data;
  const fields = parsed.success ? strange : parsed.error.issues.map((issue) => issue.path.join("."));
  const reason = `This form was not understood: ${fields.join(", ")}.`;
  throw Response.json({ ok: false, reason }, { status: 400 });
}
