-- Sweeps have a lane of their own.
UPDATE "work" SET "lane" = 'sweeps' WHERE "kind" = 'sweep';

-- What is due is looked for by lane and shop; rows that rest without a time are not in it.
CREATE INDEX "work_due_idx" ON "work"("lane", "shop_id", "next_run_at") WHERE "next_run_at" IS NOT NULL;

-- DropIndex
DROP INDEX "work_next_run_at_idx";
