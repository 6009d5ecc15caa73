-- Payouts of a mode by release date, and what of them is pending (payout-sql.server.ts).
CREATE INDEX "parcel_payout_idx" ON "parcel"("shop_id", "mode", "margin_release_at", "id")
  WHERE "status" IN ('DELIVERED', 'RETURNED');
CREATE INDEX "parcel_pending_payout_idx" ON "parcel"("shop_id", "mode", "margin_release_at", "id")
  WHERE "status" = 'DELIVERED' AND ("margin_status" IS NULL OR "margin_status" NOT IN ('RELEASED', 'REVERSED'));
