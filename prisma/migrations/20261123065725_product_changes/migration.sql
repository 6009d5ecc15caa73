-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "changed_in_shopify_at" TIMESTAMPTZ(3);
