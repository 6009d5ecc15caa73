-- CreateTable
CREATE TABLE "supplier_account" (
    "key" TEXT NOT NULL,
    "day_limit" INTEGER,
    "remaining" INTEGER,
    "reset_at" TIMESTAMPTZ(6),
    "paused_until" TIMESTAMPTZ(6),
    "rest_until" TIMESTAMPTZ(6),
    "slots" INTEGER[],
    "slot_second" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "supplier_account_pkey" PRIMARY KEY ("key")
);
