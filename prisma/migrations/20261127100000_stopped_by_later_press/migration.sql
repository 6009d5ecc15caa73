-- As before, but of each kind it is given when the decision was made that was read, null where none stood: what was decided
-- again since counts too. The function of before stays for processes of the version before.
CREATE FUNCTION is_placing_stopped(of_shop uuid, of_order uuid, seen jsonb, confirmed_hash text) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (
      SELECT FROM order_decision
      WHERE shop_id = of_shop AND order_id = of_order AND seen ? kind AND handled_at IS NULL
        AND at IS DISTINCT FROM (seen ->> kind)::timestamptz)
    OR confirmed_hash IS NOT NULL AND NOT EXISTS (
      SELECT FROM order_confirmation
      WHERE shop_id = of_shop AND order_id = of_order AND state = 'confirmed' AND contents_hash = confirmed_hash);
END $$;
