ALTER TABLE "ledger_copy" ADD COLUMN "balance_pkr" INTEGER, ADD COLUMN "balance_at" TIMESTAMPTZ(3);
