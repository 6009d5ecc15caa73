-- What variants of listings and variants a person linked have in common, in one table, and what each is made of in another.
CREATE TABLE "stocked_item" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "listing_id" UUID,
    "variant_gid" TEXT,
    "inventory_item_gid" TEXT,
    "pushed_quantity" INTEGER,
    "stock_moved_at" TIMESTAMPTZ(3),
    "stock_unsure" BOOLEAN NOT NULL DEFAULT false,
    "stock_cap" INTEGER,
    "stock_due_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stocked_item_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "stocked_component" (
    "shop_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "mode" TEXT NOT NULL,
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
    "stock_by" TEXT,
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "stocked_component_pkey" PRIMARY KEY ("shop_id","item_id","position")
);

-- The rows of both keep their ids.
INSERT INTO "stocked_item" (id, shop_id, mode, listing_id, variant_gid, inventory_item_gid, pushed_quantity,
  stock_moved_at, stock_unsure, stock_cap, stock_due_at, created_at)
SELECT variant.id, variant.shop_id, variant.mode, variant.listing_id, variant.variant_gid, variant.inventory_item_gid,
  variant.pushed_quantity, variant.stock_moved_at, variant.stock_unsure, variant.stock_cap, variant.stock_due_at,
  listing.created_at
FROM "listing_variant" AS variant
JOIN "listing" ON listing.shop_id = variant.shop_id AND listing.id = variant.listing_id
UNION ALL
SELECT id, shop_id, mode, NULL, variant_gid, inventory_item_gid, pushed_quantity,
  stock_moved_at, stock_unsure, stock_cap, stock_due_at, at
FROM "variant_link";

INSERT INTO "stocked_component" (shop_id, item_id, position, mode, supplier_product_id, supplier_variant_id,
  supplier_store_id, title, sku, quantity, wholesale_pkr, min_resale_pkr, stock, stock_at, stock_by, told_at)
SELECT variant.shop_id, variant.id, 0, variant.mode, listing.supplier_product_id, variant.supplier_variant_id,
  NULL, coalesce(variant.supplier_title, ''), NULL, 1, variant.wholesale_pkr, variant.min_resale_pkr,
  variant.stock, variant.stock_at, variant.stock_by, variant.told_at
FROM "listing_variant" AS variant
JOIN "listing" ON listing.shop_id = variant.shop_id AND listing.id = variant.listing_id
UNION ALL
SELECT shop_id, link_id, position, mode, supplier_product_id, supplier_variant_id,
  supplier_store_id, title, sku, greatest(1, quantity), wholesale_pkr, min_resale_pkr, stock, stock_at, NULL, told_at
FROM "variant_link_part"
UNION ALL
-- Linked before links had parts.
SELECT shop_id, id, 0, mode, supplier_product_id, supplier_variant_id,
  supplier_store_id, title, sku, 1, wholesale_pkr, min_resale_pkr, 0, NULL, NULL, NULL
FROM "variant_link" AS link
WHERE NOT EXISTS (
  SELECT FROM "variant_link_part" AS part WHERE part.shop_id = link.shop_id AND part.link_id = link.id);

CREATE INDEX "stocked_item_shop_id_variant_gid_idx" ON "stocked_item"("shop_id", "variant_gid");
CREATE INDEX "stocked_item_shop_id_inventory_item_gid_idx" ON "stocked_item"("shop_id", "inventory_item_gid");
CREATE INDEX "stocked_item_shop_id_listing_id_idx" ON "stocked_item"("shop_id", "listing_id");
CREATE INDEX "stocked_item_shop_id_stock_due_at_idx" ON "stocked_item"("shop_id", "stock_due_at");
CREATE UNIQUE INDEX "stocked_item_shop_id_id_key" ON "stocked_item"("shop_id", "id");
CREATE INDEX "stocked_component_shop_id_mode_supplier_product_id_idx" ON "stocked_component"("shop_id", "mode", "supplier_product_id");
CREATE INDEX "stocked_component_shop_id_mode_supplier_variant_id_idx" ON "stocked_component"("shop_id", "mode", "supplier_variant_id");
CREATE UNIQUE INDEX "stocked_component_shop_id_item_id_supplier_variant_id_key" ON "stocked_component"("shop_id", "item_id", "supplier_variant_id");

ALTER TABLE "stocked_item" ADD CONSTRAINT "stocked_item_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "stocked_item" ADD CONSTRAINT "stocked_item_shop_id_listing_id_fkey" FOREIGN KEY ("shop_id", "listing_id") REFERENCES "listing"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "stocked_component" ADD CONSTRAINT "stocked_component_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "stocked_component" ADD CONSTRAINT "stocked_component_shop_id_item_id_fkey" FOREIGN KEY ("shop_id", "item_id") REFERENCES "stocked_item"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "listing_variant" ADD CONSTRAINT "listing_variant_shop_id_id_fkey" FOREIGN KEY ("shop_id", "id") REFERENCES "stocked_item"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "variant_link" ADD CONSTRAINT "variant_link_shop_id_id_fkey" FOREIGN KEY ("shop_id", "id") REFERENCES "stocked_item"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's language has no words for.
ALTER TABLE "stocked_item" ADD CONSTRAINT "stocked_item_mode_check" CHECK (mode IN ('live', 'test'));
ALTER TABLE "stocked_item" ADD CONSTRAINT "stocked_item_linked_variant_check" CHECK (listing_id IS NOT NULL OR variant_gid IS NOT NULL);
ALTER TABLE "stocked_component" ADD CONSTRAINT "stocked_component_mode_check" CHECK (mode IN ('live', 'test'));
ALTER TABLE "stocked_component" ADD CONSTRAINT "stocked_component_stock_by_check" CHECK (stock_by IN ('event', 'sweep', 'check'));
ALTER TABLE "stocked_component" ADD CONSTRAINT "stocked_component_quantity_check" CHECK (quantity > 0);
CREATE UNIQUE INDEX stocked_item_one_link ON stocked_item (shop_id, mode, variant_gid) WHERE (listing_id IS NULL);
