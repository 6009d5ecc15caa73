ALTER TABLE "profit_share" ADD COLUMN "payment_mode" TEXT, ADD COLUMN "is_refused" BOOLEAN, ADD COLUMN "confirmed_by" TEXT;

-- A row for each variant a parcel held, by its part of the price; one for all where it is not known what it held.
CREATE OR REPLACE FUNCTION write_profit_shares(p parcel) RETURNS void
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
    profit.outcome, profit.amount * coalesce(share.part, 1), h.payment_mode,
    -- What comes back after its delivery was taken at the door.
    p.status = 'RETURNED' AND NOT coalesce(p.return_type = 'return', p.delivered_at IS NOT NULL),
    CASE
      WHEN asked.is_confirmed THEN 'person'
      WHEN p.confirmation = 'CONFIRMED' THEN 'supplier'
      WHEN p.confirmation = 'FAILED' OR asked.is_unanswered THEN 'no_answer'
      ELSE 'nobody'
    END
  FROM handoff h
    JOIN "order" o ON o.shop_id = h.shop_id AND o.id = h.order_id
    -- Before the parcel left: what was asked later is about its delivery.
    CROSS JOIN LATERAL (
      SELECT bool_or(params ->> 'result' = 'confirmed') AS is_confirmed,
        bool_or(params ->> 'result' = 'no_answer') AS is_unanswered
      FROM timeline_entry
      WHERE shop_id = p.shop_id AND thing = 'order' AND thing_id = h.order_id::text AND code = 'customer_contacted'
        AND at <= coalesce(p.shipped_at, 'infinity')
    ) AS asked
    CROSS JOIN LATERAL profit_of(h.payment_mode, p) AS profit
    LEFT JOIN share ON true
  WHERE h.shop_id = p.shop_id AND h.id = p.handoff_id AND profit.outcome IS NOT NULL;
END $$;

DROP TRIGGER parcel_profit_changes ON parcel;

-- Of a date it only matters whether there is one, but for the one before which the customer was asked.
CREATE TRIGGER parcel_profit_changes AFTER UPDATE ON parcel FOR EACH ROW
  WHEN (
    (OLD.status IN ('DELIVERED', 'RETURNED', 'CANCELLED') OR NEW.status IN ('DELIVERED', 'RETURNED', 'CANCELLED'))
    AND (OLD.handoff_id, OLD.mode, OLD.status, OLD.return_type, OLD.margin_status, OLD."of", OLD.contents, OLD.wholesale_pkr,
      OLD.resale_pkr, OLD.shipping_cost_pkr, OLD.shipping_charged_pkr, OLD.margin_pkr, OLD.platform_fee_pkr,
      OLD.expected_margin_pkr, OLD.rto_charge_pkr, OLD.return_credit_pkr, OLD.received_at IS NULL, OLD.delivered_at IS NULL,
      OLD.read_at IS NULL, OLD.confirmation, OLD.shipped_at)
    IS DISTINCT FROM
      (NEW.handoff_id, NEW.mode, NEW.status, NEW.return_type, NEW.margin_status, NEW."of", NEW.contents, NEW.wholesale_pkr,
      NEW.resale_pkr, NEW.shipping_cost_pkr, NEW.shipping_charged_pkr, NEW.margin_pkr, NEW.platform_fee_pkr,
      NEW.expected_margin_pkr, NEW.rto_charge_pkr, NEW.return_credit_pkr, NEW.received_at IS NULL, NEW.delivered_at IS NULL,
      NEW.read_at IS NULL, NEW.confirmation, NEW.shipped_at))
  EXECUTE FUNCTION keep_profit_shares();

DROP INDEX "profit_share_sums_idx";
DELETE FROM profit_share;
DO $$
BEGIN
  PERFORM write_profit_shares(p) FROM parcel p WHERE p.status IN ('DELIVERED', 'RETURNED', 'CANCELLED');
END $$;

ALTER TABLE "profit_share" ALTER COLUMN "payment_mode" SET NOT NULL, ALTER COLUMN "is_refused" SET NOT NULL, ALTER COLUMN "confirmed_by" SET NOT NULL;
ALTER TABLE "profit_share" ADD CONSTRAINT "profit_share_payment_mode_check" CHECK (payment_mode IN ('COD', 'PREPAID'));
ALTER TABLE "profit_share" ADD CONSTRAINT "profit_share_confirmed_by_check" CHECK (confirmed_by IN ('person', 'supplier', 'no_answer', 'nobody'));

CREATE INDEX "profit_share_sums_idx" ON "profit_share"("shop_id", "mode", "ordered_at" DESC, "order_id" DESC, "position", "outcome", "status", "amount", "city", "supplier_variant_id", "payment_mode", "is_refused", "confirmed_by");
