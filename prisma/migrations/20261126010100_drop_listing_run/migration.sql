-- Nobody reads these any more: 20261126010000_one_bulk_run moved their rows.
DROP TABLE "listing_run_item";
DROP TABLE "listing_run";
ALTER TABLE "bulk_item" DROP CONSTRAINT "bulk_item_shop_id_bulk_run_id_fkey";
DROP INDEX "bulk_item_shop_id_bulk_run_id_position_idx";
DROP INDEX "bulk_item_shop_id_bulk_run_id_order_id_key";
ALTER TABLE "bulk_item" DROP COLUMN "bulk_run_id";
ALTER TABLE "bulk_run" DROP COLUMN "action";
