import type { SupplierClient } from "#app/supplier/client.ts";
import type { SupplierOrder } from "#app/supplier/order-schema.ts";
import type { AttemptRecord, HandoffRecord } from "../order-record.server.ts";
import { changed, type OrderRun, type StageResult } from "../order-run.ts";
import { savePlaced } from "./save-placed.server.ts";
import { waitForAccount } from "./wait-for-account.ts";

const MAX_PAGES = 5;
const NOT_THERE_YET_MS = 15_000;

/**
 * Takes over an order the service already has under our externalOrderId (R9): all its parcels are read, and they must
 * collect what we sent. Anything else needs a person (`duplicate_differs`); nothing is sent again.
 */
export async function adoptOrder(
  run: OrderRun,
  handoff: HandoffRecord,
  attempt: AttemptRecord,
): Promise<StageResult> {
  const supplier = run.ctx.supplierOf(handoff);
  if (!supplier) return waitForAccount(run);
  const records = await readParcels(supplier, handoff.externalOrderId);
  const announced = records[0]?.parcel?.of ?? records.length;
  if (records.length === 0 || records.length < announced)
    return { kind: "come_again", delayMs: NOT_THERE_YET_MS };
  const collected = records.reduce((sum, record) => sum + collectedBy(record), 0);
  if (collected !== handoff.collectsPkr) {
    run.needs.push({ code: "duplicate_differs", params: { sent: handoff.collectsPkr, found: collected } });
    return { kind: "come_again", delayMs: 6 * 60 * 60_000 };
  }
  await savePlaced(run, handoff, attempt, { records, how: "adopted", replayed: false });
  return changed;
}

async function readParcels(
  supplier: SupplierClient,
  externalOrderId: string,
): Promise<readonly SupplierOrder[]> {
  const records: SupplierOrder[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await supplier.listOrders({ externalOrderId, limit: 100, cursor });
    records.push(...answer.data.filter((record) => record.externalOrderId === externalOrderId));
    if (!answer.nextCursor || answer.nextCursor === cursor) break;
    cursor = answer.nextCursor;
  }
  return records;
}

/** What the customer pays for a parcel, either way of paying: `prepaidAmount` is the wallet's, so prices tell. */
function collectedBy(record: SupplierOrder): number {
  if (record.paymentMode === "COD") return record.codAmount ?? 0;
  return (record.resaleTotal ?? 0) + (record.shippingCharged ?? 0);
}
