-- AlterTable
ALTER TABLE "fulfillment_order" ADD COLUMN     "accepted_in_shopify_at" TIMESTAMPTZ(3);
