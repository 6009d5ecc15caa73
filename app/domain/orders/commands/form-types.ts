import { z } from "zod";
import { rupees } from "#app/domain/money/rupees.ts";
import { toHandoffId, toLineItemGid, toParcelId } from "#app/platform/ids.ts";
import { jsonText } from "#app/platform/json-text.ts";

/** What the schemas of commands are made of. */
export const formTypes = {
  z,
  id: z.string().min(1).max(200),
  rupees: z.coerce.number().int().transform(rupees),
  /** What the page showed. */
  shown: z.string().max(200).optional(),
  jsonText,
  handoffId: z.uuid().transform(toHandoffId),
  lineGid: z.string().min(1).max(200).transform(toLineItemGid),
  parcelId: z.uuid().transform(toParcelId),
} as const;

export type FormTypes = typeof formTypes;
