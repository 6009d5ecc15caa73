ALTER TABLE "handoff_attempt" ADD COLUMN "blocked_phone_hash" TEXT;

-- Few attempts have one.
CREATE INDEX handoff_attempt_blocked_idx ON handoff_attempt (shop_id, blocked_phone_hash) WHERE blocked_phone_hash IS NOT NULL;
