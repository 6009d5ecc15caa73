import type { z } from "zod";
import { dropUnknownImports } from "#app/domain/catalog/listings/leaving/drop-unknown-imports.server.ts";
import { saveSupplierChanges } from "#app/domain/catalog/listings/policy/supplier-changes.server.ts";
import { answerChangeGuard } from "#app/domain/catalog/listings/sync/guard-automatic-change.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import type { Visit } from "../require-shop.server.ts";
import type { supplierChangesForms } from "./supplier-changes-form.ts";

type Form = z.output<(typeof supplierChangesForms)[number]>;

const ANSWERED: ActionAnswer = {
  ok: false,
  gone: true,
  reason: "Somebody has answered this already.",
};

/** One form, one use case. */
export async function doSupplierChanges({ ctx, by }: Visit, form: Form): Promise<ActionAnswer> {
  switch (form.intent) {
    case "supplier_changes": {
      const { intent: _, ...changes } = form;
      await saveSupplierChanges(ctx, { ...changes, by });
      return { ok: true, done: "Saved" };
    }
    case "answer_change_guard": {
      const isAnswered = await answerChangeGuard(ctx, { ...form, by });
      if (!isAnswered) return ANSWERED;
      return { ok: true, done: form.answer === "go" ? "Going on" : "Left as it is" };
    }
    case "drop_imports":
      await dropUnknownImports(ctx, by);
      return { ok: true, done: "The supplier syncs them no longer" };
  }
}
