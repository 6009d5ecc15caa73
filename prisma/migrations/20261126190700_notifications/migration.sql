-- CreateTable
CREATE TABLE "notification_settings" (
    "shop_id" UUID NOT NULL,
    "digest_hour" INTEGER NOT NULL DEFAULT 9,
    "digest_day" TEXT,
    "price_rise_percent" INTEGER NOT NULL DEFAULT 10,
    "saved_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_settings_pkey" PRIMARY KEY ("shop_id")
);

-- CreateTable
CREATE TABLE "notification_choice" (
    "shop_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "urgency" TEXT NOT NULL,
    "notified_until" TIMESTAMPTZ(3) NOT NULL,
    "mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_choice_pkey" PRIMARY KEY ("shop_id","kind")
);

-- CreateTable
CREATE TABLE "mail_recipient" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "address_enc" BYTEA NOT NULL,
    "address_hash" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "asks" INTEGER NOT NULL DEFAULT 0,
    "asked_at" TIMESTAMPTZ(3),
    "confirmed_at" TIMESTAMPTZ(3),
    "refusal" TEXT,
    "added_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_recipient_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "recipient_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "content_enc" BYTEA,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "mail_recipient_shop_id_address_hash_key" ON "mail_recipient"("shop_id", "address_hash");

-- CreateIndex
CREATE UNIQUE INDEX "mail_recipient_shop_id_id_key" ON "mail_recipient"("shop_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "mail_message_id_key" ON "mail"("message_id");

-- CreateIndex
CREATE INDEX "mail_shop_id_state_due_at_idx" ON "mail"("shop_id", "state", "due_at");

-- CreateIndex
CREATE INDEX "mail_shop_id_created_at_idx" ON "mail"("shop_id", "created_at");

-- CreateIndex
CREATE INDEX "mail_shop_id_recipient_id_idx" ON "mail"("shop_id", "recipient_id");

-- CreateIndex
CREATE INDEX "cost_change_shop_id_at_idx" ON "cost_change"("shop_id", "at");

-- AddForeignKey
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_choice" ADD CONSTRAINT "notification_choice_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_recipient" ADD CONSTRAINT "mail_recipient_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail" ADD CONSTRAINT "mail_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail" ADD CONSTRAINT "mail_shop_id_recipient_id_fkey" FOREIGN KEY ("shop_id", "recipient_id") REFERENCES "mail_recipient"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_digest_hour_check" CHECK (digest_hour BETWEEN 0 AND 23);
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_price_rise_percent_check" CHECK (price_rise_percent BETWEEN 1 AND 500);
ALTER TABLE "notification_choice" ADD CONSTRAINT "notification_choice_kind_check" CHECK (kind IN ('orders_waiting', 'awaiting_funds', 'reserve_low', 'connection_lost', 'prices_up', 'products_removed', 'settlement_differs'));
ALTER TABLE "notification_choice" ADD CONSTRAINT "notification_choice_urgency_check" CHECK (urgency IN ('at_once', 'digest', 'off'));
ALTER TABLE "mail_recipient" ADD CONSTRAINT "mail_recipient_state_check" CHECK (state IN ('pending', 'confirmed', 'unsubscribed', 'removed'));
ALTER TABLE "mail" ADD CONSTRAINT "mail_kind_check" CHECK (kind IN ('orders_waiting', 'awaiting_funds', 'reserve_low', 'connection_lost', 'prices_up', 'products_removed', 'settlement_differs', 'digest', 'confirm', 'test'));
ALTER TABLE "mail" ADD CONSTRAINT "mail_state_check" CHECK (state IN ('waiting', 'sent', 'refused', 'given_up'));

-- One more right of staff, and one more sweep.
ALTER TABLE "staff_member" DROP CONSTRAINT "staff_member_rights_check";
ALTER TABLE "staff_member" ADD CONSTRAINT "staff_member_rights_check" CHECK (rights <@ ARRAY['pay', 'disconnect', 'keys', 'routing', 'mails']);
ALTER TABLE "staff_member" DROP CONSTRAINT "staff_member_asked_for_check";
ALTER TABLE "staff_member" ADD CONSTRAINT "staff_member_asked_for_check" CHECK (asked_for IN ('pay', 'disconnect', 'keys', 'routing', 'mails'));
ALTER TABLE "schedule" DROP CONSTRAINT "schedule_kind_check";
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_kind_check" CHECK (kind IN ('shopify_orders', 'shopify_orders_week', 'requests', 'unsettled', 'funds', 'parcels', 'parcels_delivered', 'imports', 'failed_deliveries', 'shop_life', 'orphans', 'settlement', 'retention', 'stock', 'shopify_stock', 'catalog', 'webhooks', 'ledger', 'notifications'));
