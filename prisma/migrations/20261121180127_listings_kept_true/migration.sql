-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "confirmed_by" TEXT,
ADD COLUMN     "locked" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "offered" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "origin" TEXT NOT NULL DEFAULT 'imported',
ADD COLUMN     "plan" JSONB,
ADD COLUMN     "policy" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "removed_at" TIMESTAMPTZ(3),
ADD COLUMN     "sync_failure" TEXT,
ADD COLUMN     "taken_out" TEXT,
ADD COLUMN     "taken_out_at" TIMESTAMPTZ(3),
ADD COLUMN     "unlinked_at" TIMESTAMPTZ(3),
ADD COLUMN     "written" JSONB;

-- AlterTable
ALTER TABLE "listing_variant" ADD COLUMN     "compare_at_pkr" INTEGER,
ADD COLUMN     "fixed_price_pkr" INTEGER,
ADD COLUMN     "offered" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "pushed_cost_pkr" INTEGER,
ADD COLUMN     "pushed_price_pkr" INTEGER,
ADD COLUMN     "stock_at" TIMESTAMPTZ(3),
ADD COLUMN     "stock_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "suggested_pkr" INTEGER;

-- CreateTable
CREATE TABLE "catalog_product" (
    "shop_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "supplier_product_id" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "search_text" TEXT NOT NULL DEFAULT '',
    "category_id" TEXT,
    "category_name" TEXT,
    "supplier_store_id" TEXT,
    "wholesale_pkr" INTEGER NOT NULL,
    "suggested_pkr" INTEGER,
    "min_resale_pkr" INTEGER,
    "in_stock" BOOLEAN NOT NULL DEFAULT true,
    "stock" INTEGER NOT NULL DEFAULT 0,
    "has_variants" BOOLEAN NOT NULL DEFAULT false,
    "product" JSONB NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "gone_at" TIMESTAMPTZ(3),

    CONSTRAINT "catalog_product_pkey" PRIMARY KEY ("shop_id","mode","supplier_product_id")
);

-- CreateTable
CREATE TABLE "catalog_category" (
    "shop_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "category_id" TEXT NOT NULL,
    "parent_id" TEXT,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "catalog_category_pkey" PRIMARY KEY ("shop_id","mode","category_id")
);

-- CreateTable
CREATE TABLE "listing_settings" (
    "shop_id" UUID NOT NULL,
    "price_rule" JSONB,
    "stock_buffer" INTEGER NOT NULL DEFAULT 0,
    "when_out_of_stock" TEXT NOT NULL DEFAULT 'quantity',
    "when_stock_edited" TEXT NOT NULL DEFAULT 'put_right',
    "when_cost_changes" TEXT NOT NULL DEFAULT 'alert',
    "when_content_changes" TEXT NOT NULL DEFAULT 'alert',
    "when_variants_change" TEXT NOT NULL DEFAULT 'alert',
    "when_removed" TEXT NOT NULL DEFAULT 'draft',
    "brake_percent" INTEGER NOT NULL DEFAULT 20,
    "saved_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "listing_settings_pkey" PRIMARY KEY ("shop_id")
);

-- CreateTable
CREATE TABLE "listing_run" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "params" JSONB NOT NULL DEFAULT '{}',
    "state" TEXT NOT NULL DEFAULT 'running',
    "brake" JSONB,
    "by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "undo_until" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "listing_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "listing_run_item" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "listing_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "reason" TEXT,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "listing_run_item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_change" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "listing_variant_id" UUID NOT NULL,
    "from_pkr" INTEGER NOT NULL,
    "to_pkr" INTEGER NOT NULL,
    "from_compare_at_pkr" INTEGER,
    "to_compare_at_pkr" INTEGER,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "reason" TEXT,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "price_change_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "catalog_product_shop_id_mode_position_supplier_product_id_idx" ON "catalog_product"("shop_id", "mode", "position", "supplier_product_id");

-- CreateIndex
CREATE INDEX "catalog_product_shop_id_mode_category_id_position_supplier__idx" ON "catalog_product"("shop_id", "mode", "category_id", "position", "supplier_product_id");

-- CreateIndex
CREATE INDEX "catalog_product_shop_id_mode_wholesale_pkr_supplier_product_idx" ON "catalog_product"("shop_id", "mode", "wholesale_pkr", "supplier_product_id");

-- CreateIndex
CREATE INDEX "listing_run_shop_id_created_at_idx" ON "listing_run"("shop_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "listing_run_shop_id_id_key" ON "listing_run"("shop_id", "id");

-- CreateIndex
CREATE INDEX "listing_run_item_shop_id_run_id_position_idx" ON "listing_run_item"("shop_id", "run_id", "position");

-- CreateIndex
CREATE INDEX "listing_run_item_shop_id_listing_id_idx" ON "listing_run_item"("shop_id", "listing_id");

-- CreateIndex
CREATE UNIQUE INDEX "listing_run_item_shop_id_run_id_listing_id_key" ON "listing_run_item"("shop_id", "run_id", "listing_id");

-- CreateIndex
CREATE INDEX "price_change_shop_id_listing_variant_id_idx" ON "price_change"("shop_id", "listing_variant_id");

-- CreateIndex
CREATE UNIQUE INDEX "price_change_shop_id_run_id_listing_variant_id_key" ON "price_change"("shop_id", "run_id", "listing_variant_id");

-- CreateIndex
CREATE INDEX "listing_shop_id_mode_created_at_id_idx" ON "listing"("shop_id", "mode", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "listing_shop_id_product_gid_idx" ON "listing"("shop_id", "product_gid");

-- CreateIndex
CREATE INDEX "listing_variant_shop_id_inventory_item_gid_idx" ON "listing_variant"("shop_id", "inventory_item_gid");

-- CreateIndex
CREATE INDEX "listing_variant_shop_id_listing_id_idx" ON "listing_variant"("shop_id", "listing_id");

-- CreateIndex
CREATE INDEX "listing_variant_shop_id_stock_due_at_idx" ON "listing_variant"("shop_id", "stock_due_at");

-- AddForeignKey
ALTER TABLE "catalog_product" ADD CONSTRAINT "catalog_product_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "catalog_category" ADD CONSTRAINT "catalog_category_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing_settings" ADD CONSTRAINT "listing_settings_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing_run" ADD CONSTRAINT "listing_run_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing_run_item" ADD CONSTRAINT "listing_run_item_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing_run_item" ADD CONSTRAINT "listing_run_item_shop_id_run_id_fkey" FOREIGN KEY ("shop_id", "run_id") REFERENCES "listing_run"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing_run_item" ADD CONSTRAINT "listing_run_item_shop_id_listing_id_fkey" FOREIGN KEY ("shop_id", "listing_id") REFERENCES "listing"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_change" ADD CONSTRAINT "price_change_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_change" ADD CONSTRAINT "price_change_shop_id_run_id_fkey" FOREIGN KEY ("shop_id", "run_id") REFERENCES "listing_run"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_change" ADD CONSTRAINT "price_change_shop_id_listing_variant_id_fkey" FOREIGN KEY ("shop_id", "listing_variant_id") REFERENCES "listing_variant"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
