-- Whether somebody has pressed since a run read an order that it is not to go, or has taken back that its customer confirmed
-- what is about to be sent. Volatile: it looks with a snapshot of its own, and so at what was committed while the statement that
-- calls it waited for the order's row of work.
CREATE FUNCTION is_placing_stopped(of_shop uuid, of_order uuid, kinds text[], confirmed_hash text) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (
      SELECT FROM order_decision
      WHERE shop_id = of_shop AND order_id = of_order AND kind = ANY (kinds) AND handled_at IS NULL)
    OR confirmed_hash IS NOT NULL AND NOT EXISTS (
      SELECT FROM order_confirmation
      WHERE shop_id = of_shop AND order_id = of_order AND state = 'confirmed' AND contents_hash = confirmed_hash);
END $$;
