-- Nobody reads these any more: 20261126171900_stocked_item copied them.
DROP TABLE "variant_link_part";
DROP INDEX "listing_variant_shop_id_variant_gid_idx";
DROP INDEX "listing_variant_shop_id_inventory_item_gid_idx";
DROP INDEX "listing_variant_shop_id_stock_due_at_idx";
DROP INDEX "variant_link_shop_id_mode_product_gid_idx";
DROP INDEX "variant_link_shop_id_inventory_item_gid_idx";
DROP INDEX "variant_link_shop_id_stock_due_at_idx";
DROP INDEX "variant_link_shop_id_mode_variant_gid_key";
ALTER TABLE "listing_variant"
  DROP COLUMN "inventory_item_gid",
  DROP COLUMN "min_resale_pkr",
  DROP COLUMN "pushed_quantity",
  DROP COLUMN "stock",
  DROP COLUMN "stock_at",
  DROP COLUMN "stock_by",
  DROP COLUMN "stock_cap",
  DROP COLUMN "stock_due_at",
  DROP COLUMN "stock_moved_at",
  DROP COLUMN "stock_unsure",
  DROP COLUMN "supplier_title",
  DROP COLUMN "told_at",
  DROP COLUMN "variant_gid",
  DROP COLUMN "wholesale_pkr",
  ALTER COLUMN "id" DROP DEFAULT;
ALTER TABLE "variant_link"
  DROP COLUMN "inventory_item_gid",
  DROP COLUMN "min_resale_pkr",
  DROP COLUMN "mode",
  DROP COLUMN "pushed_quantity",
  DROP COLUMN "sku",
  DROP COLUMN "stock_cap",
  DROP COLUMN "stock_due_at",
  DROP COLUMN "stock_moved_at",
  DROP COLUMN "stock_unsure",
  DROP COLUMN "supplier_product_id",
  DROP COLUMN "supplier_store_id",
  DROP COLUMN "supplier_variant_id",
  DROP COLUMN "variant_gid",
  DROP COLUMN "wholesale_pkr",
  ALTER COLUMN "id" DROP DEFAULT;
CREATE INDEX "variant_link_shop_id_product_gid_idx" ON "variant_link"("shop_id", "product_gid");

CREATE VIEW listed_variant AS
SELECT variant.id, variant.shop_id, variant.listing_id, variant.mode, variant.supplier_variant_id, variant.sku,
  variant.title, variant.weight_kg, variant.price_pkr, variant.offered, variant.fixed_price_pkr, variant.compare_at_pkr,
  variant.suggested_pkr, variant.supplier_compare_at_pkr, variant.pushed_price_pkr, variant.price_due_at,
  variant.pushed_cost_pkr, variant.cost_due_at, variant.sales_held_at, variant.updated_at,
  item.variant_gid, item.inventory_item_gid, item.pushed_quantity, item.stock_moved_at, item.stock_unsure,
  item.stock_cap, item.stock_due_at,
  component.title AS supplier_title, component.wholesale_pkr, component.min_resale_pkr, component.stock,
  component.stock_at, component.stock_by, component.told_at
FROM listing_variant AS variant
JOIN stocked_item AS item ON item.shop_id = variant.shop_id AND item.id = variant.id
JOIN stocked_component AS component
  ON component.shop_id = variant.shop_id AND component.item_id = variant.id AND component.position = 0;
