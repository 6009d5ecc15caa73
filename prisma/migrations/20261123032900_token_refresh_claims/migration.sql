-- AlterTable
ALTER TABLE "shopify_session" ADD COLUMN     "refresh_claim" UUID,
ADD COLUMN     "refresh_claimed_until" TIMESTAMPTZ(6),
ADD COLUMN     "refresh_failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "refresh_retry_at" TIMESTAMPTZ(3);

-- One offline session of each shop: the one stored last.
DELETE FROM "shopify_session" AS older USING "shopify_session" AS newer
WHERE NOT older."is_online" AND NOT newer."is_online" AND older."shop_id" = newer."shop_id"
  AND (older."updated_at", older."id") < (newer."updated_at", newer."id");
CREATE UNIQUE INDEX "shopify_session_offline_key" ON "shopify_session" ("shop_id") WHERE NOT "is_online";
