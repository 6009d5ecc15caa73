-- CreateTable
CREATE TABLE "settlement_difference" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "side" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "expected_pkr" INTEGER NOT NULL,
    "found_pkr" INTEGER NOT NULL,
    "parcel_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "entry_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "paired_with" UUID,
    "kept_state_at" TIMESTAMPTZ(3),
    "found_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "put_aside_at" TIMESTAMPTZ(3),
    "put_aside_by" TEXT,
    "put_aside_reason" TEXT,

    CONSTRAINT "settlement_difference_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "settlement_difference_shop_id_found_at_id_idx" ON "settlement_difference"("shop_id", "found_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "settlement_difference_shop_id_order_id_idx" ON "settlement_difference"("shop_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "settlement_difference_shop_id_side_subject_id_key" ON "settlement_difference"("shop_id", "side", "subject_id");

-- AddForeignKey
ALTER TABLE "settlement_difference" ADD CONSTRAINT "settlement_difference_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settlement_difference" ADD CONSTRAINT "settlement_difference_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
