-- CreateTable
CREATE TABLE "delivery_charge" (
    "shop_id" UUID NOT NULL,
    "service_name" TEXT NOT NULL DEFAULT 'Standard delivery',
    "fallback_pkr" INTEGER NOT NULL DEFAULT 200,
    "when_mixed" TEXT NOT NULL DEFAULT 'ours_only',
    "carrier_service_gid" TEXT,
    "callback_token_hash" TEXT,
    "install_number" INTEGER,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_charge_pkey" PRIMARY KEY ("shop_id")
);

-- CreateTable
CREATE TABLE "delivery_quote" (
    "shop_id" UUID NOT NULL,
    "account_key" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "figure" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "pkr" INTEGER,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_quote_pkey" PRIMARY KEY ("shop_id","account_key","mode","figure","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "delivery_charge_callback_token_hash_key" ON "delivery_charge"("callback_token_hash");

-- AddForeignKey
ALTER TABLE "delivery_charge" ADD CONSTRAINT "delivery_charge_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_quote" ADD CONSTRAINT "delivery_quote_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "delivery_charge" ADD CONSTRAINT "delivery_charge_when_mixed_check" CHECK (when_mixed IN ('ours_only', 'add_fallback', 'no_rate'));
ALTER TABLE "delivery_quote" ADD CONSTRAINT "delivery_quote_figure_check" CHECK (figure IN ('band', 'city'));
ALTER TABLE "delivery_quote" ADD CONSTRAINT "delivery_quote_mode_check" CHECK (mode IN ('live', 'test'));

ALTER TABLE "schedule" DROP CONSTRAINT "schedule_kind_check";
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_kind_check" CHECK (kind IN ('shopify_orders', 'shopify_orders_week', 'requests', 'unsettled', 'funds', 'parcels', 'parcels_delivered', 'imports', 'failed_deliveries', 'shop_life', 'orphans', 'settlement', 'retention', 'stock', 'shopify_stock', 'catalog', 'webhooks', 'ledger', 'notifications', 'quotes'));
