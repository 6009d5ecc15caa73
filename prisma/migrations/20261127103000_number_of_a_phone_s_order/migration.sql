-- An order by its customer's phone and its number, as a tracking page asks for it: whether the phone has other orders, none is
-- read, so that its answer takes as long for every phone.
CREATE INDEX order_phone_number_idx ON "order"
  (shop_id, phone_hash, (upper(regexp_replace(normalize(name, nfkc), '[[:space:]#]', '', 'g'))))
  WHERE phone_hash IS NOT NULL;
