-- CreateTable
CREATE TABLE "supplier_store" (
    "shop_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "store_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "supplier_store_pkey" PRIMARY KEY ("shop_id","mode","store_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "supplier_store_shop_id_mode_number_key" ON "supplier_store"("shop_id", "mode", "number");

-- AddForeignKey
ALTER TABLE "supplier_store" ADD CONSTRAINT "supplier_store_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;
