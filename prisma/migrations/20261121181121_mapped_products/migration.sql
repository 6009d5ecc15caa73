-- AlterTable
ALTER TABLE "handoff_item" ADD COLUMN     "quantity_per_unit" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "variant_link" ADD COLUMN     "inventory_item_gid" TEXT,
ADD COLUMN     "price_pkr" INTEGER,
ADD COLUMN     "product_gid" TEXT,
ADD COLUMN     "pushed_quantity" INTEGER,
ADD COLUMN     "stock_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "variant_sku" TEXT,
ADD COLUMN     "variant_title" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "variant_link_part" (
    "shop_id" UUID NOT NULL,
    "link_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "supplier_product_id" TEXT NOT NULL,
    "supplier_variant_id" TEXT NOT NULL,
    "supplier_store_id" TEXT,
    "title" TEXT NOT NULL DEFAULT '',
    "sku" TEXT,
    "quantity" INTEGER NOT NULL DEFAULT 1,
    "wholesale_pkr" INTEGER NOT NULL,
    "min_resale_pkr" INTEGER NOT NULL,
    "stock" INTEGER NOT NULL DEFAULT 0,
    "stock_at" TIMESTAMPTZ(3),

    CONSTRAINT "variant_link_part_pkey" PRIMARY KEY ("shop_id","link_id","position")
);

-- CreateTable
CREATE TABLE "product_mapping" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "product_gid" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "image_url" TEXT,
    "state" TEXT NOT NULL DEFAULT 'working',
    "failure" TEXT,
    "write_cost" BOOLEAN NOT NULL DEFAULT false,
    "imports" JSONB NOT NULL DEFAULT '{}',
    "activated" JSONB NOT NULL DEFAULT '[]',
    "leaving" JSONB NOT NULL DEFAULT '[]',
    "by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "product_mapping_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "variant_link_part_shop_id_mode_supplier_product_id_idx" ON "variant_link_part"("shop_id", "mode", "supplier_product_id");

-- CreateIndex
CREATE INDEX "variant_link_part_shop_id_mode_supplier_variant_id_idx" ON "variant_link_part"("shop_id", "mode", "supplier_variant_id");

-- CreateIndex
CREATE UNIQUE INDEX "variant_link_part_shop_id_link_id_supplier_variant_id_key" ON "variant_link_part"("shop_id", "link_id", "supplier_variant_id");

-- CreateIndex
CREATE INDEX "product_mapping_shop_id_mode_created_at_id_idx" ON "product_mapping"("shop_id", "mode", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "product_mapping_shop_id_mode_product_gid_key" ON "product_mapping"("shop_id", "mode", "product_gid");

-- CreateIndex
CREATE UNIQUE INDEX "product_mapping_shop_id_id_key" ON "product_mapping"("shop_id", "id");

-- CreateIndex
CREATE INDEX "variant_link_shop_id_mode_product_gid_idx" ON "variant_link"("shop_id", "mode", "product_gid");

-- CreateIndex
CREATE INDEX "variant_link_shop_id_inventory_item_gid_idx" ON "variant_link"("shop_id", "inventory_item_gid");

-- CreateIndex
CREATE INDEX "variant_link_shop_id_stock_due_at_idx" ON "variant_link"("shop_id", "stock_due_at");

-- CreateIndex
CREATE UNIQUE INDEX "variant_link_shop_id_id_key" ON "variant_link"("shop_id", "id");

-- AddForeignKey
ALTER TABLE "variant_link_part" ADD CONSTRAINT "variant_link_part_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "variant_link_part" ADD CONSTRAINT "variant_link_part_shop_id_link_id_fkey" FOREIGN KEY ("shop_id", "link_id") REFERENCES "variant_link"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_mapping" ADD CONSTRAINT "product_mapping_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was linked until now is one unit of one variant.
INSERT INTO "variant_link_part" ("shop_id", "link_id", "mode", "position", "supplier_product_id", "supplier_variant_id", "supplier_store_id", "title", "sku", "quantity", "wholesale_pkr", "min_resale_pkr")
SELECT "shop_id", "id", "mode", 0, "supplier_product_id", "supplier_variant_id", "supplier_store_id", "title", "sku", 1, "wholesale_pkr", "min_resale_pkr" FROM "variant_link";
