CREATE TABLE "profit_share" (
    "shop_id" UUID NOT NULL,
    "parcel_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "order_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "ordered_at" TIMESTAMPTZ(3) NOT NULL,
    "city" TEXT,
    "supplier_variant_id" TEXT,
    "status" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "amount" DECIMAL(65,30),

    CONSTRAINT "profit_share_pkey" PRIMARY KEY ("shop_id","parcel_id","position")
);
CREATE INDEX "profit_share_sums_idx" ON "profit_share"("shop_id", "mode", "ordered_at" DESC, "order_id" DESC, "position", "outcome", "status", "amount", "city", "supplier_variant_id");
CREATE INDEX "profit_share_shop_id_order_id_idx" ON "profit_share"("shop_id", "order_id");
ALTER TABLE "profit_share" ADD CONSTRAINT "profit_share_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "profit_share" ADD CONSTRAINT "profit_share_shop_id_parcel_id_fkey" FOREIGN KEY ("shop_id", "parcel_id") REFERENCES "parcel"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "profit_share" ADD CONSTRAINT "profit_share_mode_check" CHECK (mode IN ('live', 'test'));
ALTER TABLE "profit_share" ADD CONSTRAINT "profit_share_outcome_check" CHECK (outcome IN ('earned', 'to_come', 'lost'));

-- What `profitOf` says of a parcel that has ended; no outcome where nothing moved, no amount where it is not known.
CREATE FUNCTION profit_of(payment_mode text, p parcel) RETURNS TABLE (outcome text, amount numeric)
LANGUAGE sql STABLE AS $$
  WITH known AS (
    SELECT payment_mode = 'PREPAID' AS is_prepaid,
      coalesce(p.margin_status, '') AS margin_status,
      -- Wholesale and shipping; null while the service has not said both.
      p.wholesale_pkr + p.shipping_cost_pkr AS cost_pkr,
      -- It came back after it had been delivered.
      coalesce(p.return_type = 'return', p.delivered_at IS NOT NULL) AS is_after_delivery,
      -- What a delivery releases.
      CASE
        WHEN payment_mode = 'PREPAID' THEN 0 - p.platform_fee_pkr
        WHEN p.margin_pkr IS NOT NULL AND p.platform_fee_pkr IS NOT NULL THEN p.margin_pkr - p.platform_fee_pkr
        ELSE p.expected_margin_pkr
      END AS released_pkr,
      -- It was cancelled and moved nothing, as far as was read.
      payment_mode <> 'PREPAID' OR (p.received_at IS NULL AND p.read_at IS NOT NULL) AS is_without_money
  )
  SELECT
    CASE
      WHEN p.status = 'DELIVERED' THEN CASE WHEN margin_status = 'RELEASED' THEN 'earned' ELSE 'to_come' END
      WHEN p.status = 'RETURNED' THEN 'lost'
      WHEN p.status = 'CANCELLED' AND NOT is_without_money THEN 'lost'
    END,
    CASE p.status
      WHEN 'DELIVERED' THEN CASE
        WHEN margin_status = 'REVERSED' THEN NULL
        WHEN is_prepaid THEN p.resale_pkr + p.shipping_charged_pkr - cost_pkr + released_pkr
        ELSE released_pkr
      END
      WHEN 'RETURNED' THEN CASE
        WHEN NOT is_prepaid AND NOT is_after_delivery THEN p.rto_charge_pkr - coalesce(p.return_credit_pkr, 0)
        WHEN NOT is_after_delivery OR margin_status IN ('NONE', 'REVERSED') THEN
          CASE WHEN is_prepaid THEN cost_pkr + p.rto_charge_pkr ELSE p.rto_charge_pkr END - p.return_credit_pkr
      END
    END
  FROM known
$$;

-- A row for each variant a parcel held, by its part of the price; one for all where it is not known what it held.
CREATE FUNCTION write_profit_shares(p parcel) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO profit_share
  WITH held AS (
    SELECT (line ->> 'handoffItemId')::uuid AS item_id, (line ->> 'quantity')::int AS quantity
    FROM jsonb_array_elements(CASE jsonb_typeof(p.contents) WHEN 'array' THEN p.contents ELSE '[]' END) AS line
  ), variant AS (
    SELECT i.supplier_variant_id AS id, sum(i.resale_pkr * coalesce(held.quantity, i.quantity))::numeric AS worth
    FROM handoff_item i LEFT JOIN held ON held.item_id = i.id
    WHERE i.shop_id = p.shop_id AND i.handoff_id = p.handoff_id
      AND CASE jsonb_typeof(p.contents) WHEN 'array' THEN held.item_id IS NOT NULL ELSE p."of" = 1 END
    GROUP BY 1
  ), share AS (
    SELECT id, row_number() OVER (ORDER BY id) - 1 AS position,
      coalesce(worth / nullif(sum(worth) OVER (), 0), 1::numeric / count(*) OVER ()) AS part
    FROM variant
  )
  SELECT p.shop_id, p.id, coalesce(share.position, 0), h.order_id, p.mode, o.listed_at, h.city, share.id, p.status,
    profit.outcome, profit.amount * coalesce(share.part, 1)
  FROM handoff h
    JOIN "order" o ON o.shop_id = h.shop_id AND o.id = h.order_id
    CROSS JOIN LATERAL profit_of(h.payment_mode, p) AS profit
    LEFT JOIN share ON true
  WHERE h.shop_id = p.shop_id AND h.id = p.handoff_id AND profit.outcome IS NOT NULL;
END $$;

CREATE FUNCTION keep_profit_shares() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM profit_share WHERE shop_id = NEW.shop_id AND parcel_id = NEW.id;
  END IF;
  PERFORM write_profit_shares(NEW);
  RETURN NULL;
END $$;

CREATE TRIGGER parcel_begins_ended AFTER INSERT ON parcel FOR EACH ROW
  WHEN (NEW.status IN ('DELIVERED', 'RETURNED', 'CANCELLED'))
  EXECUTE FUNCTION keep_profit_shares();

-- Of a date it only matters whether there is one.
CREATE TRIGGER parcel_profit_changes AFTER UPDATE ON parcel FOR EACH ROW
  WHEN (
    (OLD.status IN ('DELIVERED', 'RETURNED', 'CANCELLED') OR NEW.status IN ('DELIVERED', 'RETURNED', 'CANCELLED'))
    AND (OLD.handoff_id, OLD.mode, OLD.status, OLD.return_type, OLD.margin_status, OLD."of", OLD.contents, OLD.wholesale_pkr,
      OLD.resale_pkr, OLD.shipping_cost_pkr, OLD.shipping_charged_pkr, OLD.margin_pkr, OLD.platform_fee_pkr,
      OLD.expected_margin_pkr, OLD.rto_charge_pkr, OLD.return_credit_pkr, OLD.received_at IS NULL, OLD.delivered_at IS NULL,
      OLD.read_at IS NULL)
    IS DISTINCT FROM
      (NEW.handoff_id, NEW.mode, NEW.status, NEW.return_type, NEW.margin_status, NEW."of", NEW.contents, NEW.wholesale_pkr,
      NEW.resale_pkr, NEW.shipping_cost_pkr, NEW.shipping_charged_pkr, NEW.margin_pkr, NEW.platform_fee_pkr,
      NEW.expected_margin_pkr, NEW.rto_charge_pkr, NEW.return_credit_pkr, NEW.received_at IS NULL, NEW.delivered_at IS NULL,
      NEW.read_at IS NULL))
  EXECUTE FUNCTION keep_profit_shares();

DO $$
BEGIN
  PERFORM write_profit_shares(p) FROM parcel p WHERE p.status IN ('DELIVERED', 'RETURNED', 'CANCELLED');
END $$;

DROP INDEX parcel_profit_idx;

-- How many differences are open, and how many were put aside.
CREATE INDEX "settlement_difference_shop_id_put_aside_at_idx" ON "settlement_difference"("shop_id", "put_aside_at");
