-- Sums of an account's ledger by day are read from the index alone (find-balance, find-reserve, list-ledger).
CREATE INDEX "ledger_entry_order_sums_idx" ON "ledger_entry"("account_key", "mode", "booked_at") INCLUDE ("amount_pkr", "owner_shop_id")
  WHERE "missing_since" IS NULL AND coalesce("supplier_order_id", "external_order_id") IS NOT NULL;

-- How a parcel's order is paid, for sums over thousands of parcels; the row itself is wide.
CREATE INDEX "handoff_payment_idx" ON "handoff"("shop_id", "id", "order_id", "payment_mode", "account_id", "city");

-- Parcels that were delivered once; those that were refused are many, and none of theirs is ever released.
DROP INDEX "parcel_payout_idx";
CREATE INDEX "parcel_payout_idx" ON "parcel"("shop_id", "mode", "margin_release_at", "id")
  WHERE "status" = 'DELIVERED' OR ("status" = 'RETURNED' AND coalesce("return_type" = 'return', "delivered_at" IS NOT NULL));

-- What is pending is summed on every look at the wallet and at Home: without the wide rows.
DROP INDEX "parcel_pending_payout_idx";
CREATE INDEX "parcel_pending_payout_idx" ON "parcel"("shop_id", "mode", "margin_release_at", "id")
  INCLUDE ("handoff_id", "status", "margin_status", "return_type", "delivered_at", "margin_pkr", "platform_fee_pkr",
    "expected_margin_pkr")
  WHERE "status" = 'DELIVERED' AND ("margin_status" IS NULL OR "margin_status" NOT IN ('RELEASED', 'REVERSED'));

-- What ended parcels brought, without their wide rows (profit-sql.server.ts).
CREATE INDEX "parcel_profit_idx" ON "parcel"("shop_id", "handoff_id")
  INCLUDE ("id", "mode", "status", "return_type", "margin_status", "wholesale_pkr", "resale_pkr", "shipping_cost_pkr",
    "shipping_charged_pkr", "margin_pkr", "platform_fee_pkr", "expected_margin_pkr", "rto_charge_pkr",
    "return_credit_pkr", "received_at", "delivered_at", "read_at")
  WHERE "status" IN ('DELIVERED', 'RETURNED', 'CANCELLED');
