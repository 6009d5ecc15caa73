-- Shops that are there keep what counts for them: who saved nothing was only told of new costs, and is asked now.
INSERT INTO "listing_settings" ("shop_id", "when_cost_changes", "updated_at")
SELECT "id", 'alert', now() FROM "shop" ON CONFLICT ("shop_id") DO NOTHING;

-- Who has saved what happens when the supplier changes something is not asked again.
INSERT INTO "remembered_answer" ("shop_id", "question", "subject", "answer", "by", "at")
SELECT DISTINCT ON (said."shop_id") said."shop_id", 'price_changes', 'shop', kept."when_cost_changes", coalesce(said."by", ''), said."at"
FROM "timeline_entry" said JOIN "listing_settings" kept ON kept."shop_id" = said."shop_id"
WHERE said."thing" = 'shop' AND said."code" = 'listing_policy_saved'
ORDER BY said."shop_id", said."at" DESC
ON CONFLICT ("shop_id", "question", "subject") DO NOTHING;

-- AlterTable
ALTER TABLE "listing_settings" ALTER COLUMN "when_cost_changes" SET DEFAULT 'rule';
