-- A trigger that was switched on before the shop left is off when it is installed again: whoever did may be gone.
CREATE OR REPLACE FUNCTION queue_flow_fact() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO flow_event (shop_id, trigger, thing_id, params, at)
  SELECT NEW.shop_id, flow_switch.name, NEW.thing_id, jsonb_strip_nulls(jsonb_build_object(
      'code', NEW.params -> 'code', 'part', NEW.params -> 'part', 'of', NEW.params -> 'of',
      'parcels', NEW.params -> 'parcels', 'amount', NEW.params -> 'amount', 'charge', NEW.params -> 'charge')), NEW.at
  FROM flow_switch
  JOIN shop ON shop.id = flow_switch.shop_id AND shop.installed_at <= flow_switch.changed_at
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

CREATE OR REPLACE FUNCTION queue_flow_costs() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO flow_event (shop_id, trigger, thing_id, params, at)
  SELECT risen.shop_id, 'cost_up', product.gid, jsonb_build_object(
      'from', (array_agg(risen.from_pkr ORDER BY risen.to_pkr - risen.from_pkr DESC))[1],
      'to', (array_agg(risen.to_pkr ORDER BY risen.to_pkr - risen.from_pkr DESC))[1],
      'variants', count(DISTINCT risen.supplier_variant_id)), max(risen.at)
  FROM new_change AS risen
  JOIN flow_switch ON flow_switch.shop_id = risen.shop_id AND flow_switch.name = 'cost_up' AND flow_switch.enabled
  JOIN shop ON shop.id = flow_switch.shop_id AND shop.installed_at <= flow_switch.changed_at
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

CREATE OR REPLACE FUNCTION queue_flow_removal() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO flow_event (shop_id, trigger, thing_id, at)
  SELECT NEW.shop_id, 'product_removed', NEW.product_gid, NEW.removed_at
  FROM flow_switch
  JOIN shop ON shop.id = flow_switch.shop_id AND shop.installed_at <= flow_switch.changed_at
  WHERE flow_switch.shop_id = NEW.shop_id AND flow_switch.name = 'product_removed' AND flow_switch.enabled;
  RETURN NULL;
END $$;
