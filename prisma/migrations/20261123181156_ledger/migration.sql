-- CreateTable
CREATE TABLE "ledger_entry" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_key" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "entry_id" TEXT NOT NULL,
    "amount_pkr" INTEGER NOT NULL,
    "type" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT '',
    "booked_at" TIMESTAMPTZ(3) NOT NULL,
    "supplier_order_id" TEXT,
    "external_order_id" TEXT,
    "owner_shop_id" UUID,
    "owner_order_id" UUID,
    "owner_parcel_id" UUID,
    "raw_enc" BYTEA,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "missing_since" TIMESTAMPTZ(3),

    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_copy" (
    "account_key" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "known_id" TEXT,
    "known_at" TIMESTAMPTZ(3),
    "copied_at" TIMESTAMPTZ(3),
    "reread_at" TIMESTAMPTZ(3),
    "entries" INTEGER NOT NULL DEFAULT 0,
    "walk" TEXT,
    "walk_cursor" TEXT,
    "walk_head_id" TEXT,
    "walk_head_at" TIMESTAMPTZ(3),
    "walk_began_at" TIMESTAMPTZ(3),
    "walk_reached" TIMESTAMPTZ(3),
    "walk_pages" INTEGER NOT NULL DEFAULT 0,
    "stepped_at" TIMESTAMPTZ(6),

    CONSTRAINT "ledger_copy_pkey" PRIMARY KEY ("account_key","mode")
);

-- CreateTable
CREATE TABLE "wallet_reading" (
    "account_key" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "available_pkr" INTEGER NOT NULL,
    "pending_pkr" INTEGER,
    "pending_orders" INTEGER,
    "held_pkr" INTEGER,
    "held_deposit_pkr" INTEGER,
    "held_reserve_pkr" INTEGER,
    "deposit_required_pkr" INTEGER,
    "withdrawals_pending_pkr" INTEGER,
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "wallet_reading_pkey" PRIMARY KEY ("account_key","mode")
);

-- CreateIndex
CREATE INDEX "ledger_entry_account_key_mode_booked_at_id_idx" ON "ledger_entry"("account_key", "mode", "booked_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ledger_entry_owner_shop_id_mode_booked_at_id_idx" ON "ledger_entry"("owner_shop_id", "mode", "booked_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ledger_entry_owner_order_id_idx" ON "ledger_entry"("owner_order_id");

-- CreateIndex
CREATE INDEX "ledger_entry_account_key_mode_supplier_order_id_idx" ON "ledger_entry"("account_key", "mode", "supplier_order_id");

-- CreateIndex
CREATE INDEX "ledger_entry_account_key_mode_external_order_id_idx" ON "ledger_entry"("account_key", "mode", "external_order_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entry_account_key_mode_entry_id_key" ON "ledger_entry"("account_key", "mode", "entry_id");
