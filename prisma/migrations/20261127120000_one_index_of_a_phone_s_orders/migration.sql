-- An order by its customer's phone and its number, in the words by which a tracking page asks for it; the index of before had others
-- and was never used for it. Its first two columns are what the index of phones alone had.
CREATE INDEX order_number_of_phone_idx ON "order"
  (shop_id, phone_hash, (upper(regexp_replace(normalize(left(name, 40), nfkc), '[[:space:][:cntrl:]#]', '', 'g'))))
  WHERE phone_hash IS NOT NULL;
DROP INDEX order_phone_number_idx;
DROP INDEX order_shop_id_phone_hash_idx;
