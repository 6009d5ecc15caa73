import { z } from "zod";
import { openSentCustomer } from "#app/domain/orders/customer/open-customer.server.ts";
import { openCustomerEdit } from "#app/domain/orders/customer/open-customer-edit.server.ts";
import { attemptBodyPlace } from "#app/domain/orders/placement/send-attempt.server.ts";
import type { HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { CUSTOMER } from "#app/domain/timeline/fact-vocabulary.ts";
import type { ChangedField } from "./find-difference.ts";
import type { SourceSnapshot } from "./source-snapshot.ts";

/** What of a correction a parcel does not carry, as it was sent before. */
export type LateCorrection = {
  readonly fields: readonly ChangedField[];
  readonly at: Date;
  readonly byCustomer: boolean;
};

/** The correction that was made after a handoff was written down; null where there is none, or the parcel says the same. */
export function findLateCorrection(
  { ctx, record }: Pick<ReadRun, "ctx" | "record">,
  handoff: HandoffRecord,
  { correctedAt }: SourceSnapshot,
): LateCorrection | null {
  const saved = openCustomerEdit(ctx, record);
  if (!saved || correctedAt === undefined || saved.at.toISOString() === correctedAt) return null;
  const { edit, basis, at, by } = saved;
  const sent = openSentCustomer(ctx, handoff);
  const notes = sentNotes({ ctx }, handoff);
  const isNoted = (word: string | null) => word === null || notes.includes(word);
  const fields: ChangedField[] = [
    ...(["name", "phone", "address"] as const).filter((field) => edit[field] !== sent?.[field]),
    // The order's own spelling was read when it was sent.
    ...(edit.city === sent?.city || edit.city === basis.city ? [] : (["city"] as const)),
    ...(["secondPhone", "landmark"] as const).filter((field) => !isNoted(edit[field])),
  ];
  return fields.length === 0 ? null : { fields, at, byCustomer: by === CUSTOMER };
}

const body = z.object({ notes: z.string().optional() });

/** The notes that were sent; empty where they are kept no more. */
function sentNotes({ ctx }: Pick<ReadRun, "ctx">, { attempts }: HandoffRecord): string {
  const attempt = attempts.at(-1);
  if (!attempt?.bodyEnc.length) return "";
  const sent: unknown = JSON.parse(ctx.crypto.openText(attempt.bodyEnc, attemptBodyPlace(attempt.id)));
  return body.safeParse(sent).data?.notes ?? "";
}
