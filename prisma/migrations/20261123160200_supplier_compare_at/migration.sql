-- AlterTable
ALTER TABLE "listing_variant" ADD COLUMN     "supplier_compare_at_pkr" INTEGER;

-- What the service last said of it, where that is kept.
UPDATE "listing_variant" v SET "supplier_compare_at_pkr" = (l."seen"->>'compareAtPrice')::int
FROM "listing" l WHERE l."shop_id" = v."shop_id" AND l."id" = v."listing_id" AND l."seen"->>'compareAtPrice' ~ '^[0-9]{1,9}$';
