-- A stocked item is of a listing, or a person linked it. Asked at the end of a transaction, which writes both tables.
CREATE FUNCTION stocked_item_is_of_something() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  item stocked_item%ROWTYPE;
BEGIN
  SELECT * INTO item FROM stocked_item WHERE shop_id = COALESCE(NEW.shop_id, OLD.shop_id) AND id = COALESCE(NEW.id, OLD.id);
  IF item.id IS NOT NULL AND item.listing_id IS NULL
    AND NOT EXISTS (SELECT FROM variant_link AS link WHERE link.shop_id = item.shop_id AND link.id = item.id)
  THEN
    RAISE EXCEPTION 'A stocked item is of a listing or of a link' USING ERRCODE = 'check_violation',
      TABLE = 'stocked_item', CONSTRAINT = 'stocked_item_of_something';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER stocked_item_of_something AFTER INSERT OR UPDATE OF listing_id ON stocked_item
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.listing_id IS NULL) EXECUTE FUNCTION stocked_item_is_of_something();

CREATE CONSTRAINT TRIGGER variant_link_leaves_no_item AFTER DELETE ON variant_link
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION stocked_item_is_of_something();
