-- AlterTable
ALTER TABLE "shop" ADD COLUMN     "shadow_by" TEXT,
ADD COLUMN     "shadow_since" TIMESTAMPTZ(3),
ADD COLUMN     "shadow_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "shadow_decision" (
    "shop_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "verdict" TEXT NOT NULL,
    "code" TEXT,
    "holds" JSONB NOT NULL DEFAULT '[]',
    "payment_mode" TEXT,
    "collects_pkr" INTEGER,
    "delivered_pkr" INTEGER,
    "refused_pkr" INTEGER,
    "decided_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shadow_decision_pkey" PRIMARY KEY ("shop_id","order_id")
);

-- CreateIndex
CREATE INDEX "shadow_decision_shop_id_decided_at_order_id_idx" ON "shadow_decision"("shop_id", "decided_at" DESC, "order_id" DESC);

-- CreateIndex
CREATE INDEX "shadow_decision_shop_id_verdict_decided_at_order_id_idx" ON "shadow_decision"("shop_id", "verdict", "decided_at" DESC, "order_id" DESC);

-- AddForeignKey
ALTER TABLE "shadow_decision" ADD CONSTRAINT "shadow_decision_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shadow_decision" ADD CONSTRAINT "shadow_decision_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "shadow_decision" ADD CONSTRAINT "shadow_decision_verdict_check" CHECK (verdict IN ('place', 'hold', 'wait'));
ALTER TABLE "shadow_decision" ADD CONSTRAINT "shadow_decision_payment_mode_check" CHECK (payment_mode IN ('COD', 'PREPAID'));
