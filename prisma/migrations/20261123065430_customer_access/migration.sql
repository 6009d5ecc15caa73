-- CreateTable
CREATE TABLE "customer_access" (
    "id" BIGSERIAL NOT NULL,
    "shop_id" UUID NOT NULL,
    "person" TEXT NOT NULL,
    "door" TEXT NOT NULL,
    "order_ids" UUID[],
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "times" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "customer_access_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "customer_access_shop_id_id_idx" ON "customer_access"("shop_id", "id");

-- CreateIndex
CREATE INDEX "customer_access_shop_id_person_first_seen_at_idx" ON "customer_access"("shop_id", "person", "first_seen_at");

-- CreateIndex
CREATE INDEX "customer_access_order_ids_idx" ON "customer_access" USING GIN ("order_ids");

-- AddForeignKey
ALTER TABLE "customer_access" ADD CONSTRAINT "customer_access_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;
