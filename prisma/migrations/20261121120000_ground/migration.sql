-- CreateTable
CREATE TABLE "shop" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "gid" TEXT,
    "domain" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "currency" TEXT NOT NULL DEFAULT 'PKR',
    "timezone" TEXT NOT NULL DEFAULT 'Asia/Karachi',
    "plan_name" TEXT NOT NULL DEFAULT '',
    "development_store" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL DEFAULT 'installed',
    "generation" INTEGER NOT NULL DEFAULT 1,
    "installed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "uninstalled_at" TIMESTAMPTZ(3),
    "granted_scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "fulfillment_service_gid" TEXT,
    "location_gid" TEXT,
    "delivery_ready" BOOLEAN,
    "set_up_at" TIMESTAMPTZ(3),
    "auto_prepaid_since" TIMESTAMPTZ(3),
    "auto_prepaid_by" TEXT,
    "auto_cod_since" TIMESTAMPTZ(3),
    "auto_cod_by" TEXT,
    "placing_paused_at" TIMESTAMPTZ(3),
    "cod_gateways" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "seen_gateways" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "sender_name" TEXT,
    "shipping_share" TEXT NOT NULL DEFAULT 'by_value',
    "mark_paid_on_delivery" BOOLEAN NOT NULL DEFAULT true,
    "notify_customers" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shop_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shopify_session" (
    "id" TEXT NOT NULL,
    "shop_id" UUID NOT NULL,
    "is_online" BOOLEAN NOT NULL,
    "state" TEXT NOT NULL DEFAULT '',
    "scope" TEXT NOT NULL DEFAULT '',
    "expires_at" TIMESTAMPTZ(3),
    "access_token_enc" BYTEA,
    "refresh_token_enc" BYTEA,
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "user_id" TEXT,
    "account_owner" BOOLEAN NOT NULL DEFAULT false,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shopify_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "supplier_connection" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT false,
    "activated_at" TIMESTAMPTZ(3),
    "key_id" TEXT NOT NULL,
    "key_secret_enc" BYTEA NOT NULL,
    "account_id" TEXT NOT NULL,
    "brand_name" TEXT NOT NULL DEFAULT '',
    "account_status" TEXT NOT NULL DEFAULT '',
    "integration_id" TEXT,
    "webhook_token_hash" TEXT NOT NULL,
    "webhook_token_enc" BYTEA NOT NULL,
    "webhook_secret_enc" BYTEA NOT NULL,
    "webhook_secret_previous_enc" BYTEA,
    "webhook_secret_rotated_at" TIMESTAMPTZ(3),
    "webhook_configured_at" TIMESTAMPTZ(3),
    "quota_limit" INTEGER,
    "quota_remaining" INTEGER,
    "deposit_missing" INTEGER,
    "health" TEXT NOT NULL DEFAULT 'ok',
    "health_message" TEXT,
    "checked_at" TIMESTAMPTZ(3),
    "connected_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "connected_by" TEXT NOT NULL DEFAULT '',
    "disconnected_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "supplier_connection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery" (
    "id" BIGSERIAL NOT NULL,
    "shop_id" UUID,
    "shop_domain" TEXT,
    "source" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "subject" TEXT,
    "body_enc" BYTEA NOT NULL,
    "folded_at" TIMESTAMPTZ(3),
    "ignored" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "work" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "lane" TEXT NOT NULL DEFAULT 'orders',
    "wanted" BIGINT NOT NULL DEFAULT 1,
    "done" BIGINT NOT NULL DEFAULT 0,
    "next_run_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "lease_token" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "dead_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "work_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "listing" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "supplier_product_id" TEXT NOT NULL,
    "supplier_store_id" TEXT,
    "product_gid" TEXT,
    "title" TEXT NOT NULL DEFAULT '',
    "image_url" TEXT,
    "import_id" TEXT,
    "state" TEXT NOT NULL DEFAULT 'importing',
    "failure" TEXT,
    "step" TEXT NOT NULL DEFAULT 'product',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "listing_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "listing_variant" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "listing_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "supplier_variant_id" TEXT NOT NULL,
    "variant_gid" TEXT,
    "inventory_item_gid" TEXT,
    "sku" TEXT,
    "title" TEXT NOT NULL DEFAULT '',
    "weight_kg" DECIMAL(10,3),
    "wholesale_pkr" INTEGER NOT NULL,
    "min_resale_pkr" INTEGER NOT NULL,
    "price_pkr" INTEGER NOT NULL,
    "stock" INTEGER NOT NULL DEFAULT 0,
    "pushed_quantity" INTEGER,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "listing_variant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "order_gid" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "test" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL DEFAULT 'new',
    "route" TEXT,
    "hold_code" TEXT,
    "total_pkr" INTEGER,
    "outstanding_pkr" INTEGER,
    "city" TEXT,
    "customer_enc" BYTEA,
    "place_requested_at" TIMESTAMPTZ(3),
    "place_requested_by" TEXT,
    "retry_requested_at" TIMESTAMPTZ(3),
    "cancel_requested_at" TIMESTAMPTZ(3),
    "cancel_requested_by" TEXT,
    "shopify_created_at" TIMESTAMPTZ(3),
    "shopify_updated_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "marked_paid_at" TIMESTAMPTZ(3),
    "read_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fulfillment_order" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "gid" TEXT NOT NULL,
    "order_id" UUID NOT NULL,
    "at_our_location" BOOLEAN NOT NULL,
    "submitted_by_us_at" TIMESTAMPTZ(3),
    "accepted_at" TIMESTAMPTZ(3),
    "rejected_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "cancel_answered_at" TIMESTAMPTZ(3),
    "cancel_answer" TEXT,
    "notify_customer" BOOLEAN,

    CONSTRAINT "fulfillment_order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "handoff" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "external_order_id" TEXT NOT NULL,
    "payment_mode" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'sending',
    "collects_pkr" INTEGER NOT NULL,
    "shipping_pkr" INTEGER NOT NULL,
    "terms" JSONB NOT NULL,
    "fulfillment_order_gids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "customer_enc" BYTEA NOT NULL,
    "placed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "handoff_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "handoff_attempt" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "handoff_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "body_enc" BYTEA NOT NULL,
    "body_sha256" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'sending',
    "sends" INTEGER NOT NULL DEFAULT 0,
    "error_code" TEXT,
    "error_details" JSONB,
    "retry_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "handoff_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "handoff_item" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "handoff_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "line_gid" TEXT NOT NULL,
    "fulfillment_order_gid" TEXT NOT NULL,
    "fulfillment_order_line_gid" TEXT NOT NULL,
    "supplier_variant_id" TEXT NOT NULL,
    "supplier_store_id" TEXT,
    "sku" TEXT,
    "title" TEXT NOT NULL DEFAULT '',
    "quantity" INTEGER NOT NULL,
    "resale_pkr" INTEGER NOT NULL,
    "wholesale_pkr" INTEGER NOT NULL,

    CONSTRAINT "handoff_item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "parcel" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "handoff_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "supplier_order_id" TEXT NOT NULL,
    "part" INTEGER NOT NULL DEFAULT 1,
    "of" INTEGER NOT NULL DEFAULT 1,
    "order_number" TEXT,
    "status" TEXT NOT NULL,
    "return_type" TEXT,
    "confirmation" TEXT,
    "cod_pkr" INTEGER NOT NULL DEFAULT 0,
    "prepaid_pkr" INTEGER NOT NULL DEFAULT 0,
    "wholesale_pkr" INTEGER NOT NULL DEFAULT 0,
    "resale_pkr" INTEGER NOT NULL DEFAULT 0,
    "shipping_cost_pkr" INTEGER NOT NULL DEFAULT 0,
    "shipping_charged_pkr" INTEGER NOT NULL DEFAULT 0,
    "margin_pkr" INTEGER,
    "expected_margin_pkr" INTEGER,
    "platform_fee_pkr" INTEGER,
    "rto_reserve_pkr" INTEGER,
    "rto_charge_pkr" INTEGER,
    "return_credit_pkr" INTEGER,
    "margin_status" TEXT,
    "margin_release_at" TIMESTAMPTZ(3),
    "funds_deadline" TIMESTAMPTZ(3),
    "courier" TEXT,
    "tracking_number" TEXT,
    "tracking_url" TEXT,
    "cancellation_reason" TEXT,
    "contents" JSONB,
    "fulfillment_gid" TEXT,
    "shipped_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "raw_enc" BYTEA,
    "read_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "parcel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "effect" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'intended',
    "result" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "effect_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attention" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "thing" TEXT NOT NULL,
    "thing_id" TEXT NOT NULL,
    "params" JSONB NOT NULL DEFAULT '{}',
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by" TEXT,

    CONSTRAINT "attention_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "timeline_entry" (
    "id" BIGSERIAL NOT NULL,
    "shop_id" UUID NOT NULL,
    "thing" TEXT NOT NULL,
    "thing_id" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "by" TEXT,
    "code" TEXT NOT NULL,
    "params" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "timeline_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "remembered_answer" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "question" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "answer" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "remembered_answer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "terms" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "terms" JSONB NOT NULL,
    "seen_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "terms_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "shop_gid_key" ON "shop"("gid");

-- CreateIndex
CREATE UNIQUE INDEX "shop_domain_key" ON "shop"("domain");

-- CreateIndex
CREATE INDEX "shopify_session_shop_id_idx" ON "shopify_session"("shop_id");

-- CreateIndex
CREATE UNIQUE INDEX "supplier_connection_webhook_token_hash_key" ON "supplier_connection"("webhook_token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "supplier_connection_shop_id_mode_key" ON "supplier_connection"("shop_id", "mode");

-- CreateIndex
CREATE UNIQUE INDEX "supplier_connection_shop_id_id_key" ON "supplier_connection"("shop_id", "id");

-- CreateIndex
CREATE INDEX "delivery_shop_id_source_subject_idx" ON "delivery"("shop_id", "source", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "delivery_source_shop_id_key_key" ON "delivery"("source", "shop_id", "key");

-- CreateIndex
CREATE INDEX "work_next_run_at_idx" ON "work"("next_run_at");

-- CreateIndex
CREATE UNIQUE INDEX "work_shop_id_kind_subject_key" ON "work"("shop_id", "kind", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "work_shop_id_id_key" ON "work"("shop_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "listing_shop_id_mode_supplier_product_id_key" ON "listing"("shop_id", "mode", "supplier_product_id");

-- CreateIndex
CREATE UNIQUE INDEX "listing_shop_id_id_key" ON "listing"("shop_id", "id");

-- CreateIndex
CREATE INDEX "listing_variant_shop_id_variant_gid_idx" ON "listing_variant"("shop_id", "variant_gid");

-- CreateIndex
CREATE UNIQUE INDEX "listing_variant_shop_id_mode_supplier_variant_id_key" ON "listing_variant"("shop_id", "mode", "supplier_variant_id");

-- CreateIndex
CREATE UNIQUE INDEX "listing_variant_shop_id_id_key" ON "listing_variant"("shop_id", "id");

-- CreateIndex
CREATE INDEX "order_shop_id_state_shopify_created_at_idx" ON "order"("shop_id", "state", "shopify_created_at");

-- CreateIndex
CREATE UNIQUE INDEX "order_shop_id_order_gid_key" ON "order"("shop_id", "order_gid");

-- CreateIndex
CREATE UNIQUE INDEX "order_shop_id_id_key" ON "order"("shop_id", "id");

-- CreateIndex
CREATE INDEX "fulfillment_order_shop_id_order_id_idx" ON "fulfillment_order"("shop_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "fulfillment_order_shop_id_gid_key" ON "fulfillment_order"("shop_id", "gid");

-- CreateIndex
CREATE UNIQUE INDEX "handoff_shop_id_mode_order_id_sequence_revision_key" ON "handoff"("shop_id", "mode", "order_id", "sequence", "revision");

-- CreateIndex
CREATE UNIQUE INDEX "handoff_shop_id_external_order_id_key" ON "handoff"("shop_id", "external_order_id");

-- CreateIndex
CREATE UNIQUE INDEX "handoff_shop_id_id_key" ON "handoff"("shop_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "handoff_attempt_shop_id_handoff_id_number_key" ON "handoff_attempt"("shop_id", "handoff_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "handoff_attempt_shop_id_idempotency_key_key" ON "handoff_attempt"("shop_id", "idempotency_key");

-- CreateIndex
CREATE INDEX "handoff_item_shop_id_line_gid_idx" ON "handoff_item"("shop_id", "line_gid");

-- CreateIndex
CREATE UNIQUE INDEX "handoff_item_shop_id_handoff_id_position_key" ON "handoff_item"("shop_id", "handoff_id", "position");

-- CreateIndex
CREATE INDEX "parcel_shop_id_handoff_id_idx" ON "parcel"("shop_id", "handoff_id");

-- CreateIndex
CREATE UNIQUE INDEX "parcel_shop_id_mode_supplier_order_id_key" ON "parcel"("shop_id", "mode", "supplier_order_id");

-- CreateIndex
CREATE UNIQUE INDEX "parcel_shop_id_id_key" ON "parcel"("shop_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "effect_shop_id_order_id_key_key" ON "effect"("shop_id", "order_id", "key");

-- CreateIndex
CREATE INDEX "attention_shop_id_resolved_at_idx" ON "attention"("shop_id", "resolved_at");

-- CreateIndex
CREATE UNIQUE INDEX "attention_shop_id_code_thing_thing_id_key" ON "attention"("shop_id", "code", "thing", "thing_id");

-- CreateIndex
CREATE INDEX "timeline_entry_shop_id_thing_thing_id_id_idx" ON "timeline_entry"("shop_id", "thing", "thing_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "remembered_answer_shop_id_question_subject_key" ON "remembered_answer"("shop_id", "question", "subject");

-- CreateIndex
CREATE INDEX "terms_shop_id_mode_seen_since_idx" ON "terms"("shop_id", "mode", "seen_since");

-- AddForeignKey
ALTER TABLE "shopify_session" ADD CONSTRAINT "shopify_session_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "supplier_connection" ADD CONSTRAINT "supplier_connection_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "work" ADD CONSTRAINT "work_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing" ADD CONSTRAINT "listing_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing_variant" ADD CONSTRAINT "listing_variant_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing_variant" ADD CONSTRAINT "listing_variant_shop_id_listing_id_fkey" FOREIGN KEY ("shop_id", "listing_id") REFERENCES "listing"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order" ADD CONSTRAINT "order_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fulfillment_order" ADD CONSTRAINT "fulfillment_order_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fulfillment_order" ADD CONSTRAINT "fulfillment_order_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "handoff" ADD CONSTRAINT "handoff_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "handoff" ADD CONSTRAINT "handoff_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "handoff_attempt" ADD CONSTRAINT "handoff_attempt_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "handoff_attempt" ADD CONSTRAINT "handoff_attempt_shop_id_handoff_id_fkey" FOREIGN KEY ("shop_id", "handoff_id") REFERENCES "handoff"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "handoff_item" ADD CONSTRAINT "handoff_item_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "handoff_item" ADD CONSTRAINT "handoff_item_shop_id_handoff_id_fkey" FOREIGN KEY ("shop_id", "handoff_id") REFERENCES "handoff"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "parcel" ADD CONSTRAINT "parcel_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "parcel" ADD CONSTRAINT "parcel_shop_id_handoff_id_fkey" FOREIGN KEY ("shop_id", "handoff_id") REFERENCES "handoff"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "effect" ADD CONSTRAINT "effect_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "effect" ADD CONSTRAINT "effect_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attention" ADD CONSTRAINT "attention_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "timeline_entry" ADD CONSTRAINT "timeline_entry_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "remembered_answer" ADD CONSTRAINT "remembered_answer_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "terms" ADD CONSTRAINT "terms_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Receipts of shops we no longer know (compliance topics) are unique too; the schema language cannot say so.
CREATE UNIQUE INDEX "delivery_without_shop_key" ON "delivery"("source", "key") WHERE "shop_id" IS NULL;
