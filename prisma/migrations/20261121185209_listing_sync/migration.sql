-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "import_seen_at" TIMESTAMPTZ(3),
ADD COLUMN     "leaving" TEXT,
ADD COLUMN     "looked_at" TIMESTAMPTZ(3),
ADD COLUMN     "seen" JSONB,
ADD COLUMN     "seen_at" TIMESTAMPTZ(3),
ADD COLUMN     "sync_reported" TEXT,
ADD COLUMN     "taken_out_for" TEXT,
ADD COLUMN     "written_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "listing_variant" ADD COLUMN     "cost_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "sales_held_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "cost_change" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "supplier_variant_id" TEXT NOT NULL,
    "from_pkr" INTEGER NOT NULL,
    "to_pkr" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cost_change_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "cost_change_shop_id_mode_supplier_variant_id_at_idx" ON "cost_change"("shop_id", "mode", "supplier_variant_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "cost_change_shop_id_id_key" ON "cost_change"("shop_id", "id");

-- AddForeignKey
ALTER TABLE "cost_change" ADD CONSTRAINT "cost_change_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;
