import { z } from "zod";
import { type OrderId, toOrderId } from "#app/platform/ids.ts";
import { notFound } from "#app/routes/admin/not-found.ts";

/** The order an address names. Throws the page of what is not there. */
export function requireOrderId(id: string | undefined): OrderId {
  const parsed = z.uuid().safeParse(id);
  if (!parsed.success) throw notFound();
  return toOrderId(parsed.data);
}
