-- Movements of an account by type and by status, as a wallet's page asks for them: without these it walks all of them.
CREATE INDEX ledger_entry_movement_type_idx ON ledger_entry (account_key, mode, type, booked_at DESC, id DESC)
  WHERE ((owner_shop_id IS NULL) AND (supplier_order_id IS NULL) AND (external_order_id IS NULL));
CREATE INDEX ledger_entry_movement_status_idx ON ledger_entry (account_key, mode, status, booked_at DESC, id DESC)
  WHERE ((owner_shop_id IS NULL) AND (supplier_order_id IS NULL) AND (external_order_id IS NULL));

-- Parcels of which the supplier says how the customer confirmed: none, where it does not ask.
CREATE INDEX parcel_confirmation_idx ON parcel (shop_id, mode, created_at DESC, id DESC)
  WHERE (confirmation IS NOT NULL);

-- CreateIndex
CREATE INDEX "listing_shop_id_mode_standing_origin_created_at_id_idx" ON "listing"("shop_id", "mode", "standing", "origin", "created_at" DESC, "id" DESC);
