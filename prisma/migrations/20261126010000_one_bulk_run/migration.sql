-- The columns that only runs over listings had, in the tables of all bulk actions.
ALTER TABLE "bulk_run"
  ADD COLUMN "kind" TEXT,
  ADD COLUMN "mode" TEXT,
  ADD COLUMN "params" JSONB NOT NULL DEFAULT '{}',
  ADD COLUMN "state" TEXT NOT NULL DEFAULT 'running',
  ADD COLUMN "brake" JSONB,
  ADD COLUMN "undo_until" TIMESTAMPTZ(3),
  ADD COLUMN "undone_at" TIMESTAMPTZ(3);
ALTER TABLE "bulk_item"
  ADD COLUMN "run_id" UUID,
  ADD COLUMN "listing_id" UUID,
  ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "reason" TEXT,
  ALTER COLUMN "order_id" DROP NOT NULL,
  ALTER COLUMN "bulk_run_id" DROP NOT NULL;
ALTER TABLE "bulk_run" ALTER COLUMN "action" DROP NOT NULL;

UPDATE "bulk_run" SET kind = action, state = CASE WHEN finished_at IS NULL THEN 'running' ELSE 'done' END;
UPDATE "bulk_item" SET run_id = bulk_run_id;

INSERT INTO "bulk_run"
  (id, shop_id, kind, mode, params, state, brake, by, created_at, finished_at, undo_until, undone_at)
SELECT id, shop_id, kind, mode, params, state, brake, by, created_at, finished_at, undo_until, undone_at
FROM "listing_run";
INSERT INTO "bulk_item" (id, shop_id, run_id, listing_id, position, state, attempts, reason, settled_at)
SELECT id, shop_id, run_id, listing_id, position, state, attempts, reason, settled_at
FROM "listing_run_item";

ALTER TABLE "bulk_run" ALTER COLUMN "kind" SET NOT NULL;
ALTER TABLE "bulk_item" ALTER COLUMN "run_id" SET NOT NULL;

CREATE INDEX "bulk_item_shop_id_run_id_position_idx" ON "bulk_item"("shop_id", "run_id", "position");
CREATE INDEX "bulk_item_shop_id_listing_id_idx" ON "bulk_item"("shop_id", "listing_id");
CREATE UNIQUE INDEX "bulk_item_shop_id_run_id_order_id_key" ON "bulk_item"("shop_id", "run_id", "order_id");
CREATE UNIQUE INDEX "bulk_item_shop_id_run_id_listing_id_key" ON "bulk_item"("shop_id", "run_id", "listing_id");
ALTER TABLE "bulk_item" ADD CONSTRAINT "bulk_item_shop_id_run_id_fkey" FOREIGN KEY ("shop_id", "run_id") REFERENCES "bulk_run"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "bulk_item" ADD CONSTRAINT "bulk_item_shop_id_listing_id_fkey" FOREIGN KEY ("shop_id", "listing_id") REFERENCES "listing"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "price_change" DROP CONSTRAINT "price_change_shop_id_run_id_fkey";
ALTER TABLE "price_change" ADD CONSTRAINT "price_change_shop_id_run_id_fkey" FOREIGN KEY ("shop_id", "run_id") REFERENCES "bulk_run"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's language has no words for.
ALTER TABLE "bulk_run" ADD CONSTRAINT "bulk_run_kind_check" CHECK (kind IN ('choose_city', 'pay', 'place', 'retry', 'resume', 'cancel', 'import', 'reprice', 'undo', 'sync_prices', 'resync', 'policy', 'publish', 'unlink', 'delete', 'news_prices', 'news_out', 'out_of_stock'));
ALTER TABLE "bulk_run" ADD CONSTRAINT "bulk_run_mode_check" CHECK (mode IN ('live', 'test'));
ALTER TABLE "bulk_run" ADD CONSTRAINT "bulk_run_state_check" CHECK (state IN ('planned', 'asking', 'running', 'done', 'stopped'));
CREATE UNIQUE INDEX bulk_run_one_of_prices ON bulk_run (shop_id)
  WHERE ((state = 'running') AND kind IN ('reprice', 'undo', 'sync_prices'));
ALTER TABLE "bulk_item" ADD CONSTRAINT "bulk_item_of_one_thing" CHECK (num_nonnulls(order_id, listing_id) = 1);

-- Work of a run is of one kind, whatever the run is over; what was said of a row that stopped goes with it.
UPDATE "work" SET kind = 'bulkRun.continue' WHERE kind = 'listingRun.continue';
UPDATE "attention"
SET thing_id = replace(thing_id, 'listingRun.continue/', 'bulkRun.continue/'),
  params = params || '{"kind": "bulkRun.continue"}'
WHERE code = 'work_dead' AND thing_id LIKE 'listingRun.continue/%';
