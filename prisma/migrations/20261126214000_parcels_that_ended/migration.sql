-- AlterTable
ALTER TABLE "parcel" ADD COLUMN     "returned_at" TIMESTAMPTZ(3);

-- What came back before it was kept: the last report of it is of its return, or of a later read.
UPDATE "parcel" SET returned_at = coalesce(reported_at, updated_at) WHERE status = 'RETURNED';

-- CreateIndex
CREATE INDEX "handoff_shop_id_mode_placed_at_idx" ON "handoff"("shop_id", "mode", "placed_at");

-- By when they ended, for counts by day.
CREATE INDEX parcel_ended_idx ON parcel (shop_id, mode, (coalesce(delivered_at, returned_at)))
  INCLUDE (status, return_type, delivered_at, returned_at)
  WHERE status IN ('DELIVERED', 'RETURNED');
