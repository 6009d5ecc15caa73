-- The turn of an order among those of its phone: drawn under a lock of the phone, so in the order of the commits.
CREATE SEQUENCE "order_phone_turn" AS INTEGER;
SELECT setval('order_phone_turn', (SELECT coalesce(max("phone_turn"), 0) + 1 FROM "order"), false);
