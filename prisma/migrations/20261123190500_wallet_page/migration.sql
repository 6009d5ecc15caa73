-- AlterTable
ALTER TABLE "ledger_copy" ADD COLUMN     "statuses" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "types" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateIndex
CREATE INDEX "ledger_entry_owner_shop_id_mode_type_booked_at_id_idx" ON "ledger_entry"("owner_shop_id", "mode", "type", "booked_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ledger_entry_owner_shop_id_mode_status_booked_at_id_idx" ON "ledger_entry"("owner_shop_id", "mode", "status", "booked_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "parcel_shop_id_mode_created_at_id_idx" ON "parcel"("shop_id", "mode", "created_at" DESC, "id" DESC);

-- Movements of an account that belong to no order.
CREATE INDEX "ledger_entry_movement_idx" ON "ledger_entry"("account_key", "mode", "booked_at" DESC, "id" DESC)
  WHERE "owner_shop_id" IS NULL AND "supplier_order_id" IS NULL AND "external_order_id" IS NULL;

-- Parcels under way, whose reserve is held.
CREATE INDEX "parcel_open_idx" ON "parcel"("shop_id", "mode", "created_at" DESC, "id" DESC)
  WHERE "status" IN ('RECEIVED', 'CONFIRMED', 'PROCESSING', 'SHIPPED');

-- What was copied before has its words too.
UPDATE "ledger_copy" SET
  "types" = coalesce((SELECT array_agg(DISTINCT "type" ORDER BY "type") FROM "ledger_entry" e
    WHERE e."account_key" = "ledger_copy"."account_key" AND e."mode" = "ledger_copy"."mode" AND "type" <> ''), '{}'),
  "statuses" = coalesce((SELECT array_agg(DISTINCT "status" ORDER BY "status") FROM "ledger_entry" e
    WHERE e."account_key" = "ledger_copy"."account_key" AND e."mode" = "ledger_copy"."mode" AND "status" <> ''), '{}');
