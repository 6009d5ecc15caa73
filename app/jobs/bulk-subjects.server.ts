import type { BulkSubjects } from "#app/domain/bulk-actions/bulk-subject.ts";
import { publishSubject } from "#app/domain/catalog/channels/publish-subject.server.ts";
import { deleteSubject, unlinkSubject } from "#app/domain/catalog/listings/leaving/leave-subjects.server.ts";
import { policySubject } from "#app/domain/catalog/listings/policy/policy-subject.server.ts";
import { repriceSubject } from "#app/domain/catalog/pricing/reprice-listing.server.ts";
import { outOfStockSubject } from "#app/domain/inventory/out-of-stock-subject.server.ts";
import { ordersSubject } from "#app/domain/orders/bulk/orders-subject.server.ts";
import { resyncSubject } from "#app/domain/product-events/resync-subject.server.ts";

/** What each kind of run does with its items. */
export const bulkSubjects: BulkSubjects = {
  choose_city: ordersSubject("choose_city"),
  pay: ordersSubject("pay"),
  place: ordersSubject("place"),
  retry: ordersSubject("retry"),
  resume: ordersSubject("resume"),
  cancel: ordersSubject("cancel"),
  resync: resyncSubject,
  policy: policySubject,
  publish: publishSubject,
  unlink: unlinkSubject,
  delete: deleteSubject,
  reprice: repriceSubject,
  undo: repriceSubject,
  out_of_stock: outOfStockSubject,
  // The products of all imports of a shop are made together (`imports.continue`, D-55).
  import: null,
  // The change guard counts in these; each listing's own work does what they let through.
  news_prices: null,
  news_out: null,
};
