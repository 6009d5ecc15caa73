import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ListingSettings } from "#app/domain/policy/pricing/listing-policy.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import { AppError } from "#app/platform/errors.ts";
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

/**
 * The other key may have been put to use since the run began: from then on only that one's quantities are written, and
 * what it does not open is empty (R23).
 * @throws AppError `mode_not_in_use`
 */
export async function assertModeInUse({ ctx, mode }: Pick<StockRun, "ctx" | "mode">): Promise<void> {
  const [found] = await queryRows<{ readonly active: boolean }>(
    ctx.db,
    Prisma.sql`select active from supplier_connection where shop_id = ${ctx.shop.id}::uuid and mode = ${mode}`,
  );
  if (found?.active) return;
  throw new AppError("mode_not_in_use", `The key of ${mode} mode is not in use any more`, {
    retryable: true,
  });
}
