-- AlterTable
ALTER TABLE "ledger_copy" ADD COLUMN     "oldest_order_at" TIMESTAMPTZ(3),
ADD COLUMN     "step_token" UUID,
ADD COLUMN     "unreadable" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "walk_unreadable" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "ledger_entry" ADD COLUMN     "is_dated" BOOLEAN NOT NULL DEFAULT true;

-- What may yet find its order.
CREATE INDEX "ledger_entry_unowned_idx" ON "ledger_entry"("account_key", "mode", "booked_at" DESC)
  WHERE "owner_order_id" IS NULL;

ALTER TABLE "ledger_copy" ADD CONSTRAINT "ledger_copy_walk_check" CHECK ("walk" IN ('first', 'new', 'reread'));
