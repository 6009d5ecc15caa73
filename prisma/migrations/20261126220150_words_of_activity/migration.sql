-- Words more for closed columns, beside those that stand: migrations of the same day add others.
DO $$
DECLARE
  added record;
  words text;
BEGIN
  FOR added IN SELECT * FROM (VALUES
    ('attention', 'code', ARRAY['parcel_stands_still']),
    ('timeline_entry', 'code', ARRAY['activity_exported', 'trace_exported', 'recipient_added', 'recipient_confirmed',
      'recipient_unsubscribed', 'recipient_removed']),
    ('notification_choice', 'kind', ARRAY['parcels_standing']),
    ('mail', 'kind', ARRAY['parcels_standing'])
  ) AS listed (of_table, of_column, new_words)
  LOOP
    SELECT string_agg(quote_literal(word), ', ') INTO words FROM (
      SELECT unnest(added.new_words) AS word
      UNION
      SELECT (regexp_matches(pg_get_constraintdef(pg_constraint.oid), '''([^'']*)''::text', 'g'))[1]
      FROM pg_constraint
      WHERE conrelid = added.of_table::regclass AND conname = added.of_table || '_' || added.of_column || '_check'
    ) AS known;
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', added.of_table, added.of_table || '_' || added.of_column || '_check');
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%I IN (%s))', added.of_table,
      added.of_table || '_' || added.of_column || '_check', added.of_column, words);
  END LOOP;
END $$;
