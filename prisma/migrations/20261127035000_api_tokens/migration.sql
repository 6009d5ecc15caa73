-- CreateTable
CREATE TABLE "api_token" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "rights" TEXT[],
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "calls" INTEGER NOT NULL DEFAULT 0,
    "counted_calls" INTEGER NOT NULL DEFAULT 0,
    "counted_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_token_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_token_hash_key" ON "api_token"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_token_shop_id_id_key" ON "api_token"("shop_id", "id");

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "api_token" ADD CONSTRAINT "api_token_rights_check" CHECK (rights <@ ARRAY['orders', 'holds', 'payouts']);

ALTER TABLE "timeline_entry" DROP CONSTRAINT "timeline_entry_code_check";
ALTER TABLE "timeline_entry" ADD CONSTRAINT "timeline_entry_code_check" CHECK (code IN ('order_seen', 'route_decided', 'held', 'hold_ended', 'command_withdrawn', 'paid_by_itself', 'payment_made', 'payment_refused', 'payment_unknown', 'request_submitted', 'request_accepted', 'request_rejected', 'handoff_sent', 'handoff_not_sent', 'handoff_placed', 'handoff_adopted', 'handoff_refused', 'handoff_outcome_unknown', 'difference_put_aside', 'difference_brought_back', 'moved_away', 'work_came_back', 'parcel_received', 'parcel_awaiting_funds', 'parcel_confirmed', 'parcel_processing', 'parcel_shipped', 'parcel_delivered', 'parcel_refused', 'parcel_returned', 'parcel_cancelled', 'parcel_status_unknown', 'parcel_not_found', 'margin_released', 'fee_taken', 'fulfillment_created', 'fulfillment_adopted', 'refused_order_cancelled', 'refused_order_kept', 'replace_too_late', 'tracking_updated', 'fulfillment_event', 'marked_paid', 'not_marked_paid', 'cancellation_accepted', 'cancellation_rejected', 'order_cancelled', 'cancelled_unconfirmed', 'service_cancel_refused', 'answered', 'pay_pressed', 'place_pressed', 'retry_pressed', 'resume_pressed', 'cancel_pressed', 'hold_pressed', 'flow_asked', 'adopt_pressed', 'cancel_refused_pressed', 'customer_edited', 'courier_told', 'customer_contacted', 'contact_undone', 'ask_again_pressed', 'finished_pressed', 'fulfil_again_pressed', 'said_paid', 'customer_edit_kept', 'change_left', 'left_it', 'left_refused', 'left_undone', 'variant_linked', 'delivery_lowered', 'mark_paid_pressed', 'move_asked', 'place_again_pressed', 'replace_pressed', 'contents_said', 'simulate_pressed', 'customer_edit_undone', 'bulk_started', 'prices_applied', 'prices_kept', 'prices_undone', 'price_rule_saved', 'run_stopped', 'run_left', 'brake_stock', 'price_fixed', 'own_rule', 'terms_changed', 'price_by_rule', 'supplier_price', 'price_followed', 'price_edited', 'price_set', 'price_put_back', 'taken_out', 'brought_back', 'field_unlocked', 'taken_over', 'kept_as_it_is', 'unlink_pressed', 'delete_pressed', 'listing_unlinked', 'listing_deleted', 'sync_stopped', 'sync_answered', 'listing_policy_saved', 'imports_dropped', 'switched', 'rule_added', 'rule_changed', 'rule_removed', 'placing_times_saved', 'orders_exported', 'ledger_exported', 'auto_pay_on', 'auto_pay_off', 'auto_pay_stopped', 'payouts_exported', 'own_policy_saved', 'listings_pressed', 'listings_exported', 'import_asked', 'import_run', 'relink_asked', 'imported', 'stores_named', 'images_left', 'published', 'product_mapped', 'skus_added', 'product_unmapped', 'taken_off_location', 'stock_settings_saved', 'stock_put_right', 'stock_left', 'taken_out_of_stock', 'back_in_stock', 'stock_refused', 'variant_gone', 'customers_data_request', 'customers_redact', 'shop_redact', 'erased', 'data_exported', 'flow_switched', 'right_granted', 'right_taken', 'linked', 'import_failed', 'connection_made', 'connection_activated', 'webhook_secret_replaced', 'connection_ended', 'news_expired', 'sweep_mended', 'delivery_replayed', 'activity_exported', 'trace_exported', 'recipient_added', 'recipient_confirmed', 'recipient_unsubscribed', 'recipient_removed', 'api_token_made', 'api_token_ended'));
