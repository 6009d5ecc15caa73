-- AlterTable
ALTER TABLE "listing_variant" ADD COLUMN     "told_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "variant_link_part" ADD COLUMN     "told_at" TIMESTAMPTZ(3);

-- Moments the service stated before they were bounded: one of the future stands above all that is said later.
UPDATE "listing_variant" SET "stock_at" = NULL WHERE "stock_at" > now() + interval '5 minutes';
UPDATE "variant_link_part" SET "stock_at" = NULL WHERE "stock_at" > now() + interval '5 minutes';
UPDATE "listing" SET "seen_at" = NULL WHERE "seen_at" > now() + interval '5 minutes';
