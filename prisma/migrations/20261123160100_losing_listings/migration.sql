-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "loses_money" BOOLEAN NOT NULL DEFAULT false;

-- A fixed price that the change moves with the price.
ALTER TABLE "price_change" ADD COLUMN     "moves_fixed" BOOLEAN NOT NULL DEFAULT false;

-- The shipping of a listing follows what the service says of it from now on.
UPDATE "listing" SET "shipping_pkr" = CASE WHEN "seen"->'shipping'->>'required' = 'false' THEN 0
    ELSE ("seen"->'shipping'->>'estimate')::int END
WHERE "seen"->'shipping'->>'required' = 'false' OR "seen"->'shipping'->>'estimate' ~ '^[0-9]{1,7}$';

-- Rows that are there already; 200 is the shipping cost the document gives where the service said none.
UPDATE "listing" l SET "loses_money" = true
WHERE exists (
    select 1 from "listing_variant" v where v."shop_id" = l."shop_id" and v."listing_id" = l."id"
      and v."offered" and v."sales_held_at" is null
      and v."price_pkr" < v."wholesale_pkr" + coalesce(l."shipping_pkr", 200))
  and l."state" = 'ready' and l."unlinked_at" is null;

-- The word for lists has one more; app/domain/catalog/listings/standing.ts says the same. Its indexes go with the column.
ALTER TABLE "listing" DROP COLUMN "standing";
ALTER TABLE "listing" ADD COLUMN     "standing" TEXT GENERATED ALWAYS AS (
    CASE
        WHEN "state" = 'importing' THEN 'waiting'
        WHEN "unlinked_at" IS NOT NULL THEN 'unlinked'
        WHEN "state" = 'failed' THEN 'failed'
        WHEN "sync_failure" IS NOT NULL THEN 'failed'
        WHEN "removed_at" IS NOT NULL OR NOT "offered" THEN 'removed'
        WHEN "taken_out" IS NOT NULL THEN 'taken_out'
        WHEN "loses_money" THEN 'losing'
        WHEN "locked" <> '{}'::jsonb THEN 'edited'
        ELSE 'in_sync'
    END) STORED;

-- CreateIndex
CREATE INDEX "listing_shop_id_mode_standing_created_at_id_idx" ON "listing"("shop_id", "mode", "standing", "created_at" DESC, "id" DESC);

-- What needs a person, in the order of lists: a tab over part of the table.
CREATE INDEX "listing_needs_you_idx" ON "listing"("shop_id", "mode", "created_at" DESC, "id" DESC) WHERE "needs_you" OR "standing" = 'failed';

CREATE INDEX "listing_unseen_idx" ON "listing"("shop_id", "mode", "created_at" DESC)
WHERE "published_on" = '[]'::jsonb AND "product_status" IN ('ACTIVE', 'UNLISTED') AND "state" = 'ready'
  AND "origin" = 'imported' AND "standing" IN ('in_sync', 'losing', 'edited', 'failed') AND "leaving" IS NULL;

CREATE INDEX "listing_by_title_idx" ON "listing"("shop_id", "mode", "standing", (left(lower("title"), 100)), "id");
