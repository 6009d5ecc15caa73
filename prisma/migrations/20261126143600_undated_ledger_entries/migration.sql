CREATE INDEX ledger_entry_undated_idx ON ledger_entry (account_key, mode, booked_at DESC)
  WHERE (NOT is_dated);
