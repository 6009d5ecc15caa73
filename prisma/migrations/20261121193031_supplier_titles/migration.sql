-- AlterTable
ALTER TABLE "listing_variant" ADD COLUMN     "supplier_title" TEXT;
