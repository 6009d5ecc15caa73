-- AlterTable
ALTER TABLE "shop" ADD COLUMN     "sales_channels" JSONB;

-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "product_status" TEXT,
ADD COLUMN     "published_at" TIMESTAMPTZ(3),
ADD COLUMN     "published_on" JSONB;
