-- CreateTable
CREATE TABLE "order_decision" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "params" JSONB NOT NULL DEFAULT '{}',
    "detail_enc" BYTEA,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "served_at" TIMESTAMPTZ(3),

    CONSTRAINT "order_decision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "variant_link" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "variant_gid" TEXT NOT NULL,
    "supplier_product_id" TEXT NOT NULL,
    "supplier_variant_id" TEXT NOT NULL,
    "supplier_store_id" TEXT,
    "title" TEXT NOT NULL DEFAULT '',
    "sku" TEXT,
    "wholesale_pkr" INTEGER NOT NULL,
    "min_resale_pkr" INTEGER NOT NULL,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "variant_link_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "order_decision_shop_id_order_id_kind_key" ON "order_decision"("shop_id", "order_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "variant_link_shop_id_mode_variant_gid_key" ON "variant_link"("shop_id", "mode", "variant_gid");

-- AddForeignKey
ALTER TABLE "order_decision" ADD CONSTRAINT "order_decision_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_decision" ADD CONSTRAINT "order_decision_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "variant_link" ADD CONSTRAINT "variant_link_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;
