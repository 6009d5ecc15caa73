import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ListingSettings } from "#app/domain/policy/pricing/listing-policy.ts";
import type { LocationGid } from "#app/platform/ids.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { Mode } from "#app/supplier/mode.ts";

/** One leased run over the quantities of a shop in the mode in use. */
export type StockRun = {
  readonly ctx: ShopContext;
  readonly claim: ClaimedWork;
  readonly mode: Mode;
  readonly locationGid: LocationGid;
  readonly settings: ListingSettings;
};

/**
 * Runs `write` in a transaction that is committed only while the lease stands. The row of work is locked last, as by
 * everybody who marks stock: whoever took it first would wait in a circle with them.
 * @throws AppError `lease_lost` when another worker may have the row by now; nothing was written
 */
export async function writeThenRenewLease(
  { claim }: Pick<StockRun, "claim">,
  write: (tx: Prisma.TransactionClient) => Promise<void>,
): Promise<void> {
  await claim.lease.transaction(write, { renews: "last" });
}
