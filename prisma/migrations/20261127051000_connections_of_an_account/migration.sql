-- CreateIndex
CREATE INDEX "supplier_connection_account_id_idx" ON "supplier_connection"("account_id");
