-- CreateTable
CREATE TABLE "flow_switch" (
    "shop_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "changed_by" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "failure" TEXT,

    CONSTRAINT "flow_switch_pkey" PRIMARY KEY ("shop_id","name")
);

-- CreateTable
CREATE TABLE "flow_event" (
    "id" BIGSERIAL NOT NULL,
    "shop_id" UUID NOT NULL,
    "trigger" TEXT NOT NULL,
    "thing_id" TEXT NOT NULL,
    "params" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "flow_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "flow_event_shop_id_id_idx" ON "flow_event"("shop_id", "id");

-- AddForeignKey
ALTER TABLE "flow_switch" ADD CONSTRAINT "flow_switch_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "flow_event" ADD CONSTRAINT "flow_event_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One news of a product's costs at one moment, though it be both listed and linked.
CREATE UNIQUE INDEX "flow_event_cost_up_key" ON "flow_event"("shop_id", "thing_id", "at") WHERE "trigger" = 'cost_up';

-- What an order's timeline tells of is told to Flow as well, in the same transaction, where a person let it. Old news that
-- is read later is none: only what happened since the trigger was switched on, give or take what clocks differ by.
CREATE FUNCTION queue_flow_fact() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO flow_event (shop_id, trigger, thing_id, params, at)
  SELECT NEW.shop_id, flow_switch.name, NEW.thing_id, jsonb_strip_nulls(jsonb_build_object(
      'code', NEW.params -> 'code', 'part', NEW.params -> 'part', 'of', NEW.params -> 'of',
      'parcels', NEW.params -> 'parcels', 'amount', NEW.params -> 'amount', 'charge', NEW.params -> 'charge')), NEW.at
  FROM flow_switch
  WHERE flow_switch.shop_id = NEW.shop_id AND flow_switch.enabled
    AND NEW.at >= flow_switch.changed_at - interval '1 minute'
    AND flow_switch.name = CASE NEW.code
      WHEN 'held' THEN 'held'
      WHEN 'handoff_placed' THEN 'placed'
      WHEN 'handoff_adopted' THEN 'placed'
      WHEN 'parcel_shipped' THEN 'shipped'
      WHEN 'parcel_delivered' THEN 'delivered'
      WHEN 'parcel_refused' THEN 'refused'
      WHEN 'parcel_awaiting_funds' THEN 'awaiting_funds'
      WHEN 'margin_released' THEN 'margin_released'
    END;
  RETURN NULL;
END $$;

CREATE TRIGGER timeline_entry_tells_flow AFTER INSERT ON timeline_entry FOR EACH ROW
  WHEN (NEW.thing = 'order' AND NEW.code IN ('held', 'handoff_placed', 'handoff_adopted', 'parcel_shipped',
    'parcel_delivered', 'parcel_refused', 'parcel_awaiting_funds', 'margin_released'))
  EXECUTE FUNCTION queue_flow_fact();

-- One event for each product whose costs rose, with the variant that rose most.
CREATE FUNCTION queue_flow_costs() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO flow_event (shop_id, trigger, thing_id, params, at)
  SELECT risen.shop_id, 'cost_up', product.gid, jsonb_build_object(
      'from', (array_agg(risen.from_pkr ORDER BY risen.to_pkr - risen.from_pkr DESC))[1],
      'to', (array_agg(risen.to_pkr ORDER BY risen.to_pkr - risen.from_pkr DESC))[1],
      'variants', count(DISTINCT risen.supplier_variant_id)), max(risen.at)
  FROM new_change AS risen
  JOIN flow_switch ON flow_switch.shop_id = risen.shop_id AND flow_switch.name = 'cost_up' AND flow_switch.enabled
  CROSS JOIN LATERAL (
    SELECT DISTINCT coalesce(link.product_gid, listing.product_gid) AS gid
    FROM stocked_component AS component
    JOIN stocked_item AS item ON item.shop_id = component.shop_id AND item.id = component.item_id
    LEFT JOIN variant_link AS link ON link.shop_id = item.shop_id AND link.id = item.id
    LEFT JOIN listing ON listing.shop_id = item.shop_id AND listing.id = item.listing_id
    WHERE component.shop_id = risen.shop_id AND component.mode = risen.mode
      AND component.supplier_variant_id = risen.supplier_variant_id
  ) AS product
  WHERE risen.to_pkr > risen.from_pkr AND risen.from_pkr > 0 AND product.gid IS NOT NULL
  GROUP BY risen.shop_id, product.gid
  ON CONFLICT (shop_id, thing_id, at) WHERE trigger = 'cost_up' DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER cost_change_tells_flow AFTER INSERT ON cost_change REFERENCING NEW TABLE AS new_change
  FOR EACH STATEMENT EXECUTE FUNCTION queue_flow_costs();

CREATE FUNCTION queue_flow_removal() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO flow_event (shop_id, trigger, thing_id, at)
  SELECT NEW.shop_id, 'product_removed', NEW.product_gid, NEW.removed_at
  FROM flow_switch
  WHERE flow_switch.shop_id = NEW.shop_id AND flow_switch.name = 'product_removed' AND flow_switch.enabled;
  RETURN NULL;
END $$;

CREATE TRIGGER listing_tells_flow AFTER UPDATE OF removed_at ON listing FOR EACH ROW
  WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL AND NEW.product_gid IS NOT NULL)
  EXECUTE FUNCTION queue_flow_removal();

ALTER TABLE "flow_switch" ADD CONSTRAINT "flow_switch_name_check" CHECK (name IN ('held', 'placed', 'shipped', 'delivered', 'refused', 'awaiting_funds', 'margin_released', 'cost_up', 'product_removed', 'place', 'hold', 'cancel', 'retry'));
ALTER TABLE "flow_switch" ADD CONSTRAINT "flow_switch_failure_check" CHECK (failure IN ('refused_by_shopify', 'too_late', 'not_allowed', 'not_applicable'));
ALTER TABLE "flow_event" ADD CONSTRAINT "flow_event_trigger_check" CHECK (trigger IN ('held', 'placed', 'shipped', 'delivered', 'refused', 'awaiting_funds', 'margin_released', 'cost_up', 'product_removed'));

-- What Flow did, in the timeline.
ALTER TABLE "timeline_entry" DROP CONSTRAINT "timeline_entry_code_check";
ALTER TABLE "timeline_entry" ADD CONSTRAINT "timeline_entry_code_check" CHECK (code IN ('order_seen', 'route_decided', 'held', 'hold_ended', 'command_withdrawn', 'paid_by_itself', 'payment_made', 'payment_refused', 'payment_unknown', 'request_submitted', 'request_accepted', 'request_rejected', 'handoff_sent', 'handoff_not_sent', 'handoff_placed', 'handoff_adopted', 'handoff_refused', 'handoff_outcome_unknown', 'difference_put_aside', 'difference_brought_back', 'moved_away', 'work_came_back', 'parcel_received', 'parcel_awaiting_funds', 'parcel_confirmed', 'parcel_processing', 'parcel_shipped', 'parcel_delivered', 'parcel_refused', 'parcel_returned', 'parcel_cancelled', 'parcel_status_unknown', 'parcel_not_found', 'margin_released', 'fee_taken', 'fulfillment_created', 'fulfillment_adopted', 'refused_order_cancelled', 'refused_order_kept', 'replace_too_late', 'tracking_updated', 'fulfillment_event', 'marked_paid', 'not_marked_paid', 'cancellation_accepted', 'cancellation_rejected', 'order_cancelled', 'service_cancel_refused', 'answered', 'pay_pressed', 'place_pressed', 'retry_pressed', 'resume_pressed', 'cancel_pressed', 'hold_pressed', 'flow_asked', 'adopt_pressed', 'cancel_refused_pressed', 'customer_edited', 'courier_told', 'customer_contacted', 'finished_pressed', 'fulfil_again_pressed', 'said_paid', 'customer_edit_kept', 'change_left', 'left_it', 'left_refused', 'left_undone', 'variant_linked', 'delivery_lowered', 'mark_paid_pressed', 'move_asked', 'place_again_pressed', 'replace_pressed', 'contents_said', 'simulate_pressed', 'customer_edit_undone', 'bulk_started', 'prices_applied', 'prices_kept', 'prices_undone', 'price_rule_saved', 'run_stopped', 'run_left', 'brake_stock', 'price_fixed', 'own_rule', 'terms_changed', 'price_by_rule', 'supplier_price', 'price_followed', 'price_edited', 'price_set', 'price_put_back', 'taken_out', 'brought_back', 'field_unlocked', 'taken_over', 'kept_as_it_is', 'unlink_pressed', 'delete_pressed', 'listing_unlinked', 'listing_deleted', 'sync_stopped', 'sync_answered', 'listing_policy_saved', 'imports_dropped', 'switched', 'orders_exported', 'ledger_exported', 'auto_pay_on', 'auto_pay_off', 'auto_pay_stopped', 'payouts_exported', 'own_policy_saved', 'listings_pressed', 'listings_exported', 'import_asked', 'import_run', 'relink_asked', 'imported', 'stores_named', 'images_left', 'published', 'product_mapped', 'skus_added', 'product_unmapped', 'taken_off_location', 'stock_settings_saved', 'stock_put_right', 'stock_left', 'taken_out_of_stock', 'back_in_stock', 'stock_refused', 'variant_gone', 'customers_data_request', 'customers_redact', 'shop_redact', 'erased', 'data_exported', 'flow_switched', 'right_granted', 'right_taken', 'linked', 'import_failed', 'connection_made', 'connection_activated', 'webhook_secret_replaced', 'connection_ended', 'news_expired', 'sweep_mended', 'delivery_replayed'));
