-- CreateIndex
CREATE INDEX "parcel_shop_id_status_idx" ON "parcel"("shop_id", "status");
