-- CreateTable
CREATE TABLE "sealing_key" (
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "rows" BIGINT NOT NULL DEFAULT 0,
    "counted_at" TIMESTAMPTZ(3),
    "lease_token" UUID,
    "lease_until" TIMESTAMPTZ(6),

    CONSTRAINT "sealing_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "hash_key" (
    "id" TEXT NOT NULL,
    "key_enc" BYTEA NOT NULL,

    CONSTRAINT "hash_key_pkey" PRIMARY KEY ("id")
);

-- Which keys sealed values name so far. An erased value is empty.
INSERT INTO "sealing_key" ("id", "rows")
SELECT encode(substring(value FROM 3 FOR get_byte(value, 1)), 'escape'), count(*)
FROM (
  SELECT "access_token_enc" AS value FROM "shopify_session"
  UNION ALL SELECT "refresh_token_enc" FROM "shopify_session"
  UNION ALL SELECT "key_secret_enc" FROM "supplier_connection"
  UNION ALL SELECT "webhook_token_enc" FROM "supplier_connection"
  UNION ALL SELECT "webhook_secret_enc" FROM "supplier_connection"
  UNION ALL SELECT "webhook_secret_previous_enc" FROM "supplier_connection"
  UNION ALL SELECT "body_enc" FROM "delivery"
  UNION ALL SELECT "customer_enc" FROM "order"
  UNION ALL SELECT "detail_enc" FROM "order_decision"
  UNION ALL SELECT "customer_enc" FROM "handoff"
  UNION ALL SELECT "standing_enc" FROM "handoff"
  UNION ALL SELECT "body_enc" FROM "handoff_attempt"
  UNION ALL SELECT "raw_enc" FROM "parcel"
  UNION ALL SELECT "name_enc" FROM "staff_member"
) AS sealed
WHERE length(value) > 2
GROUP BY 1;

-- Hashes were made under the sealing keys so far; from now on under a key of their own. The orders' passes and the work
-- inserted here write them again.
TRUNCATE "order_search_term";
UPDATE "order" SET "search_digest" = NULL WHERE "search_digest" IS NOT NULL;
UPDATE "order" SET "phone_hash" = NULL WHERE "phone_hash" IS NOT NULL;
INSERT INTO "work" ("shop_id", "kind", "subject", "lane", "next_run_at")
SELECT DISTINCT "shop_id", 'order_search', 'all', 'bulk', clock_timestamp() FROM "order"
ON CONFLICT ("shop_id", "kind", "subject") DO UPDATE SET
  "wanted" = "work"."wanted" + 1, "next_run_at" = clock_timestamp(), "dead_at" = NULL;
