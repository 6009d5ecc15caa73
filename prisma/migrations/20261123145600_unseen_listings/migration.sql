-- Products that are for sale on no sales channel, for Home and the listings' list. Few of a shop's are.
CREATE INDEX "listing_unseen_idx" ON "listing"("shop_id", "mode", "created_at" DESC)
WHERE "published_on" = '[]'::jsonb AND "product_status" IN ('ACTIVE', 'UNLISTED') AND "state" = 'ready'
  AND "origin" = 'imported' AND "standing" IN ('in_sync', 'edited', 'failed') AND "leaving" IS NULL;
