-- AlterTable
ALTER TABLE "listing_variant" ADD COLUMN     "stock_by" TEXT,
ADD COLUMN     "stock_cap" INTEGER,
ADD COLUMN     "stock_moved_at" TIMESTAMPTZ(3),
ADD COLUMN     "stock_unsure" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "handoff" ADD COLUMN     "taken_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "variant_link" ADD COLUMN     "stock_cap" INTEGER,
ADD COLUMN     "stock_moved_at" TIMESTAMPTZ(3),
ADD COLUMN     "stock_unsure" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "open_unit" (
    "shop_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "variant_gid" TEXT NOT NULL,
    "standing" INTEGER NOT NULL,
    "free" INTEGER NOT NULL,

    CONSTRAINT "open_unit_pkey" PRIMARY KEY ("shop_id","order_id","variant_gid")
);

-- CreateIndex
CREATE INDEX "open_unit_shop_id_variant_gid_idx" ON "open_unit"("shop_id", "variant_gid");

-- CreateIndex
CREATE INDEX "handoff_item_shop_id_supplier_variant_id_idx" ON "handoff_item"("shop_id", "supplier_variant_id");

-- AddForeignKey
ALTER TABLE "open_unit" ADD CONSTRAINT "open_unit_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "open_unit" ADD CONSTRAINT "open_unit_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- News of products that is not folded in yet: what the work of news asks for again and again.
CREATE INDEX "delivery_product_news_idx" ON "delivery"("shop_id", "id")
    WHERE "source" = 'supplier' AND "folded_at" IS NULL AND "ignored" IS NULL AND "topic" LIKE 'product.%';

-- What open orders hold of our stock is noted when they are looked at: by a worker of the new version, hence the delay.
INSERT INTO "work" ("shop_id", "kind", "subject", "lane", "next_run_at")
SELECT "id", 'shop', 'open_orders', 'bulk', clock_timestamp() + interval '10 minutes' FROM "shop" WHERE "set_up_at" IS NOT NULL
ON CONFLICT ("shop_id", "kind", "subject") DO UPDATE SET "wanted" = "work"."wanted" + 1,
    "next_run_at" = LEAST("work"."next_run_at", EXCLUDED."next_run_at"), "dead_at" = NULL;
