-- AlterTable
ALTER TABLE "shop" ADD COLUMN     "hold_looks_twice" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "supplier_connection" ADD COLUMN     "cap_until" TIMESTAMPTZ(3),
ADD COLUMN     "paused_at" TIMESTAMPTZ(3),
ADD COLUMN     "probes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "wallet_available" INTEGER,
ADD COLUMN     "wallet_read_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "work" ADD COLUMN     "claims" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "order" ADD COLUMN     "items_key" TEXT,
ADD COLUMN     "phone_hash" TEXT;

-- AlterTable
ALTER TABLE "fulfillment_order" ADD COLUMN     "rejected_for" TEXT;

-- AlterTable
ALTER TABLE "handoff" ADD COLUMN     "account_id" TEXT,
ADD COLUMN     "decided_at" TIMESTAMPTZ(3),
ADD COLUMN     "decided_by" TEXT,
ADD COLUMN     "decision" TEXT,
ADD COLUMN     "doubt" TEXT,
ADD COLUMN     "doubted_at" TIMESTAMPTZ(3),
ADD COLUMN     "found" JSONB,
ADD COLUMN     "found_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "order_shop_id_phone_hash_idx" ON "order"("shop_id", "phone_hash");
