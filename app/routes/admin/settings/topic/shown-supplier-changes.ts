import type { SerializeFrom } from "@remix-run/node";
import type { findSupplierChanges } from "#app/domain/catalog/listings/policy/supplier-changes.server.ts";

/** What happens when the supplier changes something, as it reaches the browser. */
export type ShownSupplierChanges = SerializeFrom<Awaited<ReturnType<typeof findSupplierChanges>>>;
