import type { ActionFunctionArgs } from "@remix-run/node";
import { applyMappingCsv, previewMappingCsv } from "#app/domain/catalog/mapping/mapping-csv.server.ts";
import type { RowResult } from "#app/domain/catalog/mapping/plan-csv.ts";
import { MOST_BYTES } from "#app/domain/catalog/mapping/read-mapping-csv.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { requireShop } from "../require-shop.server.ts";

/** What a file would change or has changed. */
export type CsvAnswer =
  | { readonly kind: "looked_at"; readonly results: readonly RowResult[]; readonly variants: number }
  | {
      readonly kind: "applied";
      readonly results: readonly RowResult[];
      readonly variants: number;
      readonly products: number;
    }
  | Extract<ActionAnswer, { ok: false }>;

const TOO_LARGE: CsvAnswer = {
  ok: false,
  reason: "This file is larger than 1 MB. Split it and bring in the parts.",
};
/** What a form adds around its file. */
const AROUND_BYTES = 10_000;

/** A file is looked at first; the same file, sent again with the intent to apply, is applied. Nothing of it is kept. */
export async function action(args: ActionFunctionArgs): Promise<CsvAnswer> {
  const { ctx, by } = await requireShop(args);
  const { request } = args;
  if (Number(request.headers.get("Content-Length") ?? 0) > MOST_BYTES + AROUND_BYTES) return TOO_LARGE;
  const form = await request.formData().catch(() => new FormData());
  const file = form.get("file");
  if (!(file instanceof File)) return { ok: false, reason: "Choose a CSV file first." };
  if (file.size > MOST_BYTES) return TOO_LARGE;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (form.get("intent") === "apply") {
    const applied = await applyMappingCsv(ctx, bytes, by);
    if (applied.kind === "unreadable") return { ok: false, reason: applied.reason };
    const { plan, variants, products } = applied;
    return { kind: "applied", results: plan.results, variants, products };
  }
  const outcome = await previewMappingCsv(ctx, bytes);
  if (outcome.kind === "unreadable") return { ok: false, reason: outcome.reason };
  return { kind: "looked_at", results: outcome.plan.results, variants: outcome.plan.changes.length };
}
