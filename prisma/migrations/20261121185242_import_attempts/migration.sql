-- AlterTable
ALTER TABLE "listing_run_item" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0;
