-- CreateTable
CREATE TABLE "supplier_event_id" (
    "shop_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "is_of_order" BOOLEAN NOT NULL,

    CONSTRAINT "supplier_event_id_pkey" PRIMARY KEY ("shop_id","key")
);

-- AddForeignKey
ALTER TABLE "supplier_event_id" ADD CONSTRAINT "supplier_event_id_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The ids that go after a while: those of no order of ours.
CREATE INDEX "supplier_event_id_expiry_idx" ON "supplier_event_id"("shop_id", "received_at") WHERE NOT "is_of_order";
