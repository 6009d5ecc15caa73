-- As before, and also where what stood as the order was read stands no more: a correction of the customer that was undone is not
-- sent. Whoever takes one back deletes its row or says that it is handled.
CREATE OR REPLACE FUNCTION is_placing_stopped(of_shop uuid, of_order uuid, seen jsonb, confirmed_hash text) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (
      SELECT FROM order_decision
      WHERE shop_id = of_shop AND order_id = of_order AND seen ? kind AND handled_at IS NULL
        AND at IS DISTINCT FROM (seen ->> kind)::timestamptz)
    OR EXISTS (
      SELECT FROM jsonb_each_text(seen) AS stood (kind, at)
      WHERE stood.at IS NOT NULL AND NOT EXISTS (
        SELECT FROM order_decision
        WHERE shop_id = of_shop AND order_id = of_order AND order_decision.kind = stood.kind AND handled_at IS NULL))
    OR confirmed_hash IS NOT NULL AND NOT EXISTS (
      SELECT FROM order_confirmation
      WHERE shop_id = of_shop AND order_id = of_order AND state = 'confirmed' AND contents_hash = confirmed_hash);
END $$;
