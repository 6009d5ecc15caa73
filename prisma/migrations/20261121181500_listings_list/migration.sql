-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "needs_you" BOOLEAN NOT NULL DEFAULT false;

-- Worked out by PostgreSQL, so that no writer can forget it; app/domain/catalog/listings/standing.ts says the same.
ALTER TABLE "listing" ADD COLUMN     "standing" TEXT GENERATED ALWAYS AS (
    CASE
        WHEN "state" = 'importing' THEN 'waiting'
        WHEN "unlinked_at" IS NOT NULL THEN 'unlinked'
        WHEN "state" = 'failed' THEN 'failed'
        WHEN "sync_failure" IS NOT NULL THEN 'failed'
        WHEN "removed_at" IS NOT NULL OR NOT "offered" THEN 'removed'
        WHEN "taken_out" IS NOT NULL THEN 'taken_out'
        WHEN "locked" <> '{}'::jsonb THEN 'edited'
        ELSE 'in_sync'
    END) STORED;

-- CreateIndex
CREATE INDEX "listing_shop_id_mode_standing_created_at_id_idx" ON "listing"("shop_id", "mode", "standing", "created_at" DESC, "id" DESC);

-- What needs a person, in the order of lists: a tab over part of the table.
CREATE INDEX "listing_needs_you_idx" ON "listing"("shop_id", "mode", "created_at" DESC, "id" DESC) WHERE "needs_you" OR "standing" = 'failed';

-- The words of titles and SKUs, each beginning of one found by an index; the shop is one of the words, so that no
-- other shop's rows are read. app/domain/catalog/listings/list/find-words.ts says the same.
CREATE INDEX "listing_title_words_idx" ON "listing" USING gin ((array_to_tsvector(array_append(string_to_array(
    btrim(regexp_replace(lower("title"), '[[:space:][:punct:]]+', ' ', 'g')), ' '), "shop_id"::text)))) WHERE "title" <> '';
CREATE INDEX "listing_variant_sku_words_idx" ON "listing_variant" USING gin ((array_to_tsvector(array_append(string_to_array(
    btrim(regexp_replace(lower("sku"), '[[:space:][:punct:]]+', ' ', 'g')), ' '), "shop_id"::text)))) WHERE "sku" IS NOT NULL;

-- Rows that are there already.
UPDATE "listing" SET "needs_you" = true
WHERE exists (
    select 1 from "attention" where "attention"."shop_id" = "listing"."shop_id" and "attention"."thing" = 'listing'
      and "attention"."thing_id" = "listing"."id"::text and "attention"."resolved_at" is null);
