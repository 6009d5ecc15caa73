-- When a parcel came to the status it has, and since when it stands still.
ALTER TABLE "parcel" ADD COLUMN "moved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD COLUMN "still_since" TIMESTAMPTZ(3),
  ADD COLUMN "still_usual_days" INTEGER,
  ADD COLUMN "still_basis" TEXT,
  ADD CONSTRAINT "parcel_still_basis_check" CHECK (still_basis IN ('courier_city', 'courier', 'shop', 'default'));
UPDATE "parcel" SET moved_at = CASE status
  WHEN 'DELIVERED' THEN coalesce(delivered_at, reported_at, created_at)
  WHEN 'SHIPPED' THEN coalesce(shipped_at, created_at)
  ELSE coalesce(reported_at, created_at) END;
CREATE INDEX parcel_still_idx ON parcel (shop_id, still_since) WHERE still_since IS NOT NULL;

-- What a fact is looked for under, and the event it comes from.
ALTER TABLE "timeline_entry" ADD COLUMN "topic" TEXT NOT NULL DEFAULT 'orders',
  ADD COLUMN "delivery_id" BIGINT,
  ADD CONSTRAINT "timeline_entry_topic_check" CHECK (topic IN ('orders', 'listings', 'money', 'settings', 'connection'));
UPDATE "timeline_entry" SET topic = CASE
  WHEN code IN ('orders_exported', 'bulk_started') THEN 'orders'
  WHEN code IN ('listings_pressed', 'listings_exported', 'import_asked', 'import_run', 'relink_asked', 'imports_dropped',
    'prices_applied', 'prices_kept', 'prices_undone', 'run_stopped', 'run_left', 'brake_stock', 'sync_stopped',
    'sync_answered', 'taken_off_location', 'stock_refused', 'variant_gone', 'stock_put_right', 'stock_left')
    THEN 'listings'
  WHEN code IN ('payment_made', 'payment_refused', 'payment_unknown', 'paid_by_itself', 'pay_pressed', 'fee_taken',
    'margin_released', 'marked_paid', 'not_marked_paid', 'mark_paid_pressed', 'said_paid', 'parcel_awaiting_funds',
    'difference_put_aside', 'difference_brought_back', 'terms_changed', 'ledger_exported', 'payouts_exported',
    'auto_pay_on', 'auto_pay_off', 'auto_pay_stopped')
    THEN 'money'
  WHEN code IN ('webhook_secret_replaced', 'news_expired', 'sweep_mended') OR thing = 'connection' THEN 'connection'
  WHEN thing IN ('listing', 'mapping') THEN 'listings'
  WHEN thing = 'shop' THEN 'settings'
  ELSE 'orders' END
  WHERE thing <> 'order' OR code IN ('payment_made', 'payment_refused', 'payment_unknown', 'paid_by_itself', 'pay_pressed',
    'fee_taken', 'margin_released', 'marked_paid', 'not_marked_paid', 'mark_paid_pressed', 'said_paid',
    'parcel_awaiting_funds', 'difference_put_aside', 'difference_brought_back', 'terms_changed', 'sweep_mended');
CREATE INDEX "timeline_entry_shop_id_at_id_idx" ON "timeline_entry"("shop_id", "at" DESC, "id" DESC);
CREATE INDEX "timeline_entry_shop_id_topic_at_id_idx" ON "timeline_entry"("shop_id", "topic", "at" DESC, "id" DESC);
CREATE INDEX timeline_entry_person_idx ON timeline_entry (shop_id, at DESC, id DESC) WHERE actor = 'person';
