-- A payout's sum reads what was released too (payout-sql.server.ts); without it here each wide row is read again.
DROP INDEX "parcel_pending_payout_idx";
CREATE INDEX "parcel_pending_payout_idx" ON "parcel"("shop_id", "mode", "margin_release_at", "id")
  INCLUDE ("handoff_id", "status", "margin_status", "return_type", "delivered_at", "margin_pkr", "platform_fee_pkr",
    "expected_margin_pkr", "margin_released_pkr")
  WHERE "status" = 'DELIVERED' AND ("margin_status" IS NULL OR "margin_status" NOT IN ('RELEASED', 'REVERSED'));
