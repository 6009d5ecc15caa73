-- DropIndex
DROP INDEX "order_shop_id_state_shopify_created_at_idx";

-- AlterTable
ALTER TABLE "order" ADD COLUMN     "city_key" TEXT,
ADD COLUMN     "listed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "needs_you" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "search_digest" TEXT;

-- CreateTable
CREATE TABLE "order_search_term" (
    "shop_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "term" TEXT NOT NULL,
    "listed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_search_term_pkey" PRIMARY KEY ("shop_id","order_id","term")
);

-- CreateTable
CREATE TABLE "bulk_run" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk_item" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "bulk_run_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "reason" TEXT,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_item_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "order_search_term_shop_id_term_listed_at_order_id_idx" ON "order_search_term"("shop_id", "term", "listed_at" DESC, "order_id" DESC);

-- CreateIndex
CREATE INDEX "bulk_run_shop_id_created_at_idx" ON "bulk_run"("shop_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "bulk_run_shop_id_id_key" ON "bulk_run"("shop_id", "id");

-- CreateIndex
CREATE INDEX "bulk_item_shop_id_bulk_run_id_position_idx" ON "bulk_item"("shop_id", "bulk_run_id", "position");

-- CreateIndex
CREATE INDEX "bulk_item_shop_id_order_id_idx" ON "bulk_item"("shop_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "bulk_item_shop_id_bulk_run_id_order_id_key" ON "bulk_item"("shop_id", "bulk_run_id", "order_id");

-- CreateIndex
CREATE INDEX "order_shop_id_state_listed_at_id_idx" ON "order"("shop_id", "state", "listed_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "order_shop_id_city_key_listed_at_id_idx" ON "order"("shop_id", "city_key", "listed_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "order_shop_id_hold_code_listed_at_id_idx" ON "order"("shop_id", "hold_code", "listed_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "handoff_shop_id_order_id_idx" ON "handoff"("shop_id", "order_id");

-- AddForeignKey
ALTER TABLE "order_search_term" ADD CONSTRAINT "order_search_term_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_search_term" ADD CONSTRAINT "order_search_term_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_run" ADD CONSTRAINT "bulk_run_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_item" ADD CONSTRAINT "bulk_item_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_item" ADD CONSTRAINT "bulk_item_shop_id_bulk_run_id_fkey" FOREIGN KEY ("shop_id", "bulk_run_id") REFERENCES "bulk_run"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_item" ADD CONSTRAINT "bulk_item_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
-- What needs a person, in the order of lists: a tab over part of the table.
CREATE INDEX "order_needs_you_idx" ON "order"("shop_id", "listed_at" DESC, "id" DESC) WHERE "needs_you" OR "state" = 'held';

-- Rows that are there already.
UPDATE "order" SET
    "listed_at" = coalesce("shopify_created_at", "created_at"),
    "needs_you" = exists (
        select 1 from "attention" where "attention"."shop_id" = "order"."shop_id" and "attention"."thing" = 'order'
          and "attention"."thing_id" = "order"."id"::text and "attention"."resolved_at" is null);

-- Their search terms are written by a worker of the new version: ten minutes leave time for the old ones to end.
INSERT INTO "work" ("shop_id", "kind", "subject", "lane", "next_run_at")
SELECT DISTINCT "shop_id", 'order_search', 'all', 'bulk', clock_timestamp() + interval '10 minutes' FROM "order";
