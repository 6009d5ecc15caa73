-- AlterTable
ALTER TABLE "bulk_item" DROP COLUMN "reason",
ADD COLUMN     "reason_enc" BYTEA;

-- AlterTable
ALTER TABLE "handoff_attempt" ADD COLUMN     "error_words_enc" BYTEA;

-- AlterTable
ALTER TABLE "parcel" DROP COLUMN "cancellation_reason",
ADD COLUMN     "cancellation_reason_enc" BYTEA;

-- AlterTable
ALTER TABLE "attention" ADD COLUMN     "words_enc" BYTEA;

-- AlterTable
ALTER TABLE "timeline_entry" ADD COLUMN     "words_enc" BYTEA;

-- What was kept in the clear until now goes: a pass over each order that waits writes it again, sealed.
CREATE FUNCTION pg_temp.own_words(words jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(words)
  WHERE jsonb_typeof(value) IN ('number', 'boolean', 'null') OR (
    value::text ~ '^"[[:alnum:]_.:/#+|-]{0,200}"$' AND key IN (
      'code', 'because', 'action', 'change', 'how', 'mode', 'question', 'result', 'route', 'state', 'status', 'actor',
      'field', 'missing', 'shown', 'topic', 'view', 'what', 'about', 'deadline', 'due', 'until', 'answerKey',
      'externalOrderId', 'gateway', 'handoffId', 'name', 'otherOrder', 'productGid', 'variantGid', 'variantId'))
$$;
UPDATE "attention" SET params = pg_temp.own_words(params) WHERE thing = 'order' AND jsonb_typeof(params) = 'object';
UPDATE "timeline_entry" SET params = pg_temp.own_words(params) WHERE thing = 'order' AND jsonb_typeof(params) = 'object';
UPDATE "handoff_attempt" SET error_details = pg_temp.own_words(error_details) WHERE jsonb_typeof(error_details) = 'object';
UPDATE "order" SET city = NULL, city_key = NULL WHERE city IS NOT NULL OR city_key IS NOT NULL;
DELETE FROM "remembered_answer" WHERE question IN ('city_as_written', 'city_chosen');
UPDATE "parcel" SET tracking_url = NULL WHERE tracking_url !~
  '^https://([a-z0-9-]+\.)*(tcsexpress\.com|tcscourier\.com|leopardscourier\.com|leopardscod\.com|mulphilog\.com|postex\.pk|trax\.pk|sonic\.pk|callcourier\.com\.pk|blue-ex\.com|blueex\.com|daewoo\.com\.pk|daewoofastex\.pk|fastex\.pk|pakpost\.gov\.pk|ep\.gov\.pk|withrider\.com|swyftlogistics\.com|barqraftar\.com|instaworld\.pk|tranzo\.pk|movexpk\.com|speedaf\.com|ocs\.com\.pk|aramex\.com|dhl\.com|fedex\.com|ups\.com)(/|$)';
UPDATE "work" SET wanted = wanted + 1, next_run_at = least(next_run_at, clock_timestamp())
WHERE kind = 'order' AND dead_at IS NULL AND subject IN (SELECT order_gid FROM "order" WHERE needs_you AND "order".shop_id = work.shop_id);
