-- A page of the listings by title, as its list sorts it (find-listing-ids.server.ts).
CREATE INDEX "listing_by_title_idx" ON "listing"("shop_id", "mode", "standing", (left(lower("title"), 100)), "id");

-- A page of the orders by amount (find-order-ids.server.ts).
CREATE INDEX "order_by_amount_idx" ON "order"("shop_id", "state", (coalesce("total_pkr", -1)), "id");

-- Names, cities and products are searched as words of one kind: what was kept is written again.
TRUNCATE "order_search_term";
UPDATE "order" SET "search_digest" = NULL WHERE "search_digest" IS NOT NULL;
INSERT INTO "work" ("shop_id", "kind", "subject", "lane", "next_run_at")
SELECT DISTINCT "shop_id", 'order_search', 'all', 'bulk', clock_timestamp() FROM "order"
ON CONFLICT ("shop_id", "kind", "subject") DO UPDATE SET
  "wanted" = "work"."wanted" + 1, "next_run_at" = clock_timestamp(), "dead_at" = NULL;
