-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "shipping_pkr" INTEGER;

-- AlterTable
ALTER TABLE "listing_variant" ADD COLUMN     "price_due_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "price_change" ADD COLUMN     "position" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "raised_to" TEXT;

-- CreateIndex
CREATE INDEX "price_change_shop_id_run_id_position_idx" ON "price_change"("shop_id", "run_id", "position");

-- One run at a time writes a shop's prices; Prisma knows no partial index.
CREATE UNIQUE INDEX "listing_run_one_of_prices" ON "listing_run"("shop_id") WHERE "state" = 'running' AND "kind" IN ('reprice', 'undo', 'sync_prices');
