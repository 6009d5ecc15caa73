-- DropIndex
DROP INDEX "catalog_product_shop_id_mode_category_id_position_supplier__idx";

-- DropIndex
DROP INDEX "catalog_product_shop_id_mode_position_supplier_product_id_idx";

-- DropIndex
DROP INDEX "catalog_product_shop_id_mode_wholesale_pkr_supplier_product_idx";

-- CreateIndex: the catalog in its own order, and by wholesale price, with all that filters look at
CREATE INDEX "catalog_product_in_order" ON "catalog_product"("shop_id", "mode", "position", "supplier_product_id")
  INCLUDE ("wholesale_pkr", "in_stock", "category_id") WHERE "gone_at" IS NULL;
CREATE INDEX "catalog_product_by_price" ON "catalog_product"("shop_id", "mode", "wholesale_pkr", "supplier_product_id")
  INCLUDE ("in_stock", "category_id") WHERE "gone_at" IS NULL;

-- CreateIndex: the words of a product and, as one more word, whose catalog it is in
CREATE INDEX "catalog_product_words" ON "catalog_product" USING gin (
  array_to_tsvector(array_append(string_to_array("search_text", ' '), "shop_id"::text || '/' || "mode")))
  WITH (fastupdate = off) WHERE "gone_at" IS NULL;
