-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

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
    "install_number" INTEGER NOT NULL DEFAULT 1,
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
    "when_refused" TEXT NOT NULL DEFAULT 'leave',
    "hold_looks_twice" BOOLEAN NOT NULL DEFAULT true,
    "sales_channels" JSONB,
    "key_tries" INTEGER NOT NULL DEFAULT 0,
    "key_tries_since" TIMESTAMPTZ(3),
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
    "refresh_claim" UUID,
    "refresh_claimed_until" TIMESTAMPTZ(6),
    "refresh_failures" INTEGER NOT NULL DEFAULT 0,
    "refresh_retry_at" TIMESTAMPTZ(3),
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
    "health_message_enc" BYTEA,
    "checked_at" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "probes" INTEGER NOT NULL DEFAULT 0,
    "cap_until" TIMESTAMPTZ(3),
    "wallet_available" INTEGER,
    "wallet_read_at" TIMESTAMPTZ(3),
    "connected_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "connected_by" TEXT NOT NULL DEFAULT '',
    "leaving_since" TIMESTAMPTZ(3),
    "leaving_by" TEXT,
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
CREATE TABLE "supplier_event_id" (
    "shop_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "is_of_order" BOOLEAN NOT NULL,

    CONSTRAINT "supplier_event_id_pkey" PRIMARY KEY ("shop_id","key")
);

-- CreateTable
CREATE TABLE "work" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "lane" TEXT NOT NULL DEFAULT 'orders',
    "requested_generation" BIGINT NOT NULL DEFAULT 1,
    "observed_generation" BIGINT NOT NULL DEFAULT 0,
    "requested_reports" BIGINT NOT NULL DEFAULT 0,
    "observed_reports" BIGINT NOT NULL DEFAULT 0,
    "next_run_at" TIMESTAMPTZ(6) DEFAULT CURRENT_TIMESTAMP,
    "notified_at" TIMESTAMPTZ(6),
    "rests_until" TIMESTAMPTZ(6),
    "lease_token" UUID,
    "lease_until" TIMESTAMPTZ(6),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "unfinished_runs" INTEGER NOT NULL DEFAULT 0,
    "dead_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "work_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "schedule" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "mode" TEXT NOT NULL DEFAULT '',
    "every_ms" INTEGER NOT NULL,
    "next_run_at" TIMESTAMPTZ(3) NOT NULL,
    "queued_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "progress" JSONB,
    "watermark" TIMESTAMPTZ(3),
    "last_ran_at" TIMESTAMPTZ(3),
    "last_result" JSONB,
    "last_error" TEXT,
    "calls_day" DATE,
    "calls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "supplier_store" (
    "shop_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "store_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "supplier_store_pkey" PRIMARY KEY ("shop_id","mode","store_id")
);

-- CreateTable
CREATE TABLE "listing" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "supplier_product_id" TEXT NOT NULL,
    "supplier_store_id" TEXT,
    "shipping_pkr" INTEGER,
    "product_gid" TEXT,
    "title" TEXT NOT NULL DEFAULT '',
    "image_url" TEXT,
    "import_id" TEXT,
    "state" TEXT NOT NULL DEFAULT 'importing',
    "failure" TEXT,
    "step" TEXT NOT NULL DEFAULT 'product',
    "origin" TEXT NOT NULL DEFAULT 'imported',
    "plan" JSONB,
    "policy" JSONB NOT NULL DEFAULT '{}',
    "locked" JSONB NOT NULL DEFAULT '{}',
    "written" JSONB,
    "offered" BOOLEAN NOT NULL DEFAULT true,
    "removed_at" TIMESTAMPTZ(3),
    "taken_out" TEXT,
    "taken_out_at" TIMESTAMPTZ(3),
    "taken_out_for" TEXT,
    "confirmed_at" TIMESTAMPTZ(3),
    "confirmed_by" TEXT,
    "sync_failure" TEXT,
    "unlinked_at" TIMESTAMPTZ(3),
    "needs_you" BOOLEAN NOT NULL DEFAULT false,
    "loses_money" BOOLEAN NOT NULL DEFAULT false,
    "standing" TEXT GENERATED ALWAYS AS (
    CASE
      WHEN (state = 'importing') THEN 'waiting'
      WHEN (unlinked_at IS NOT NULL) THEN 'unlinked'
      WHEN (state = 'failed') THEN 'failed'
      WHEN (sync_failure IS NOT NULL) THEN 'failed'
      WHEN ((removed_at IS NOT NULL) OR (NOT offered)) THEN 'removed'
      WHEN (taken_out IS NOT NULL) THEN 'taken_out'
      WHEN loses_money THEN 'losing'
      WHEN (locked <> '{}'::jsonb) THEN 'edited'
      ELSE 'in_sync'
    END
    ) STORED,
    "seen" JSONB,
    "seen_at" TIMESTAMPTZ(3),
    "looked_at" TIMESTAMPTZ(3),
    "written_at" TIMESTAMPTZ(3),
    "changed_in_shopify_at" TIMESTAMPTZ(3),
    "leaving" TEXT,
    "sync_reported" TEXT,
    "product_status" TEXT,
    "published_on" JSONB,
    "published_at" TIMESTAMPTZ(3),
    "import_seen_at" TIMESTAMPTZ(3),
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
    "supplier_title" TEXT,
    "weight_kg" DECIMAL(10,3),
    "wholesale_pkr" INTEGER NOT NULL,
    "min_resale_pkr" INTEGER NOT NULL,
    "price_pkr" INTEGER NOT NULL,
    "stock" INTEGER NOT NULL DEFAULT 0,
    "stock_at" TIMESTAMPTZ(3),
    "stock_by" TEXT,
    "pushed_quantity" INTEGER,
    "stock_moved_at" TIMESTAMPTZ(3),
    "stock_unsure" BOOLEAN NOT NULL DEFAULT false,
    "stock_cap" INTEGER,
    "stock_due_at" TIMESTAMPTZ(3),
    "offered" BOOLEAN NOT NULL DEFAULT true,
    "told_at" TIMESTAMPTZ(3),
    "fixed_price_pkr" INTEGER,
    "compare_at_pkr" INTEGER,
    "suggested_pkr" INTEGER,
    "supplier_compare_at_pkr" INTEGER,
    "pushed_price_pkr" INTEGER,
    "price_due_at" TIMESTAMPTZ(3),
    "pushed_cost_pkr" INTEGER,
    "cost_due_at" TIMESTAMPTZ(3),
    "sales_held_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "listing_variant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "catalog_product" (
    "shop_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "supplier_product_id" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "search_text" TEXT NOT NULL DEFAULT '',
    "category_id" TEXT,
    "category_name" TEXT,
    "supplier_store_id" TEXT,
    "wholesale_pkr" INTEGER NOT NULL,
    "suggested_pkr" INTEGER,
    "min_resale_pkr" INTEGER,
    "in_stock" BOOLEAN NOT NULL DEFAULT true,
    "stock" INTEGER NOT NULL DEFAULT 0,
    "has_variants" BOOLEAN NOT NULL DEFAULT false,
    "product" JSONB NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "gone_at" TIMESTAMPTZ(3),

    CONSTRAINT "catalog_product_pkey" PRIMARY KEY ("shop_id","mode","supplier_product_id")
);

-- CreateTable
CREATE TABLE "catalog_category" (
    "shop_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "category_id" TEXT NOT NULL,
    "parent_id" TEXT,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "catalog_category_pkey" PRIMARY KEY ("shop_id","mode","category_id")
);

-- CreateTable
CREATE TABLE "listing_settings" (
    "shop_id" UUID NOT NULL,
    "price_rule" JSONB,
    "stock_buffer" INTEGER NOT NULL DEFAULT 0,
    "when_out_of_stock" TEXT NOT NULL DEFAULT 'quantity',
    "when_stock_edited" TEXT NOT NULL DEFAULT 'put_right',
    "when_cost_changes" TEXT NOT NULL DEFAULT 'rule',
    "when_content_changes" TEXT NOT NULL DEFAULT 'alert',
    "when_variants_change" TEXT NOT NULL DEFAULT 'alert',
    "when_removed" TEXT NOT NULL DEFAULT 'draft',
    "brake_percent" INTEGER NOT NULL DEFAULT 20,
    "saved_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "listing_settings_pkey" PRIMARY KEY ("shop_id")
);

-- CreateTable
CREATE TABLE "listing_run" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "mode" TEXT,
    "kind" TEXT NOT NULL,
    "params" JSONB NOT NULL DEFAULT '{}',
    "state" TEXT NOT NULL DEFAULT 'running',
    "brake" JSONB,
    "by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "undo_until" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "listing_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "listing_run_item" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "listing_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "reason" TEXT,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "listing_run_item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cost_change" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "supplier_variant_id" TEXT NOT NULL,
    "from_pkr" INTEGER NOT NULL,
    "to_pkr" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cost_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_change" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "listing_variant_id" UUID NOT NULL,
    "from_pkr" INTEGER NOT NULL,
    "to_pkr" INTEGER NOT NULL,
    "from_compare_at_pkr" INTEGER,
    "to_compare_at_pkr" INTEGER,
    "position" INTEGER NOT NULL DEFAULT 0,
    "raised_to" TEXT,
    "costs" JSONB,
    "moves_fixed" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "reason" TEXT,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "price_change_pkey" PRIMARY KEY ("id")
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
    "net_payment_pkr" INTEGER,
    "refunded_pkr" INTEGER,
    "manual_paid_pkr" INTEGER,
    "city" TEXT,
    "lines" JSONB,
    "customer_enc" BYTEA,
    "phone_hash" TEXT,
    "erased_at" TIMESTAMPTZ(3),
    "items_key" TEXT,
    "phone_turn" INTEGER,
    "shopify_created_at" TIMESTAMPTZ(3),
    "shopify_updated_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "marked_paid_at" TIMESTAMPTZ(3),
    "read_at" TIMESTAMPTZ(3),
    "listed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "needs_you" BOOLEAN NOT NULL DEFAULT false,
    "city_key" TEXT,
    "search_digest" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_search_term" (
    "shop_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "term" TEXT NOT NULL,
    "listed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_search_term_pkey" PRIMARY KEY ("shop_id","order_id","term")
);

-- CreateTable
CREATE TABLE "bulk_run" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk_item" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "bulk_run_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "reason_enc" BYTEA,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_item_pkey" PRIMARY KEY ("id")
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
    "accepted_in_shopify_at" TIMESTAMPTZ(3),
    "rejected_at" TIMESTAMPTZ(3),
    "rejected_for" TEXT,
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
    "account_id" TEXT,
    "sequence" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "external_order_id" TEXT NOT NULL,
    "payment_mode" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'sending',
    "collects_pkr" INTEGER NOT NULL,
    "shipping_pkr" INTEGER NOT NULL,
    "terms" JSONB NOT NULL,
    "fulfillment_order_gids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "city" TEXT,
    "customer_enc" BYTEA NOT NULL,
    "standing_enc" BYTEA,
    "placed_at" TIMESTAMPTZ(3),
    "taken_at" TIMESTAMPTZ(3),
    "doubt" TEXT,
    "doubted_at" TIMESTAMPTZ(3),
    "found" JSONB,
    "found_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "handoff_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "open_unit" (
    "shop_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "variant_gid" TEXT NOT NULL,
    "standing" INTEGER NOT NULL,
    "free" INTEGER NOT NULL,

    CONSTRAINT "open_unit_pkey" PRIMARY KEY ("shop_id","order_id","variant_gid")
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
    "error_words_enc" BYTEA,
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
    "quantity_per_unit" INTEGER NOT NULL DEFAULT 1,
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
    "wholesale_pkr" INTEGER,
    "resale_pkr" INTEGER,
    "shipping_cost_pkr" INTEGER,
    "shipping_charged_pkr" INTEGER,
    "margin_pkr" INTEGER,
    "expected_margin_pkr" INTEGER,
    "platform_fee_pkr" INTEGER,
    "rto_reserve_pkr" INTEGER,
    "rto_charge_pkr" INTEGER,
    "return_credit_pkr" INTEGER,
    "margin_status" TEXT,
    "margin_release_at" TIMESTAMPTZ(3),
    "margin_released_at" TIMESTAMPTZ(3),
    "margin_released_pkr" INTEGER,
    "funds_deadline" TIMESTAMPTZ(3),
    "courier" TEXT,
    "tracking_number" TEXT,
    "tracking_url" TEXT,
    "cancellation_reason_enc" BYTEA,
    "contents" JSONB,
    "fulfillment_gid" TEXT,
    "received_at" TIMESTAMPTZ(3),
    "shipped_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "raw_enc" BYTEA,
    "read_at" TIMESTAMPTZ(3),
    "reported_at" TIMESTAMPTZ(3),
    "unknown_status" TEXT,
    "listed_at" TIMESTAMPTZ(3),
    "missed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "parcel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_intent" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "parcel_id" UUID NOT NULL,
    "amount_pkr" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'wanted',
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "evidence" TEXT,
    "outcome" TEXT,
    "message_enc" BYTEA,
    "by_itself" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "payment_intent_pkey" PRIMARY KEY ("id")
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
CREATE TABLE "auto_pay" (
    "shop_id" UUID NOT NULL,
    "since" TIMESTAMPTZ(3),
    "by" TEXT,
    "daily_pkr" INTEGER NOT NULL DEFAULT 0,
    "day" TEXT,
    "spent_pkr" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "auto_pay_pkey" PRIMARY KEY ("shop_id")
);

-- CreateTable
CREATE TABLE "attention" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "thing" TEXT NOT NULL,
    "thing_id" TEXT NOT NULL,
    "params" JSONB NOT NULL DEFAULT '{}',
    "words_enc" BYTEA,
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
    "words_enc" BYTEA,
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
CREATE TABLE "order_decision" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL DEFAULT '',
    "params" JSONB NOT NULL DEFAULT '{}',
    "detail_enc" BYTEA,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "handled_at" TIMESTAMPTZ(3),

    CONSTRAINT "order_decision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "variant_link" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "variant_gid" TEXT NOT NULL,
    "product_gid" TEXT,
    "inventory_item_gid" TEXT,
    "supplier_product_id" TEXT NOT NULL,
    "supplier_variant_id" TEXT NOT NULL,
    "supplier_store_id" TEXT,
    "title" TEXT NOT NULL DEFAULT '',
    "variant_title" TEXT NOT NULL DEFAULT '',
    "variant_sku" TEXT,
    "sku" TEXT,
    "wholesale_pkr" INTEGER NOT NULL,
    "min_resale_pkr" INTEGER NOT NULL,
    "price_pkr" INTEGER,
    "pushed_quantity" INTEGER,
    "stock_moved_at" TIMESTAMPTZ(3),
    "stock_unsure" BOOLEAN NOT NULL DEFAULT false,
    "stock_cap" INTEGER,
    "stock_due_at" TIMESTAMPTZ(3),
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "variant_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "variant_link_part" (
    "shop_id" UUID NOT NULL,
    "link_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "supplier_product_id" TEXT NOT NULL,
    "supplier_variant_id" TEXT NOT NULL,
    "supplier_store_id" TEXT,
    "title" TEXT NOT NULL DEFAULT '',
    "sku" TEXT,
    "quantity" INTEGER NOT NULL DEFAULT 1,
    "wholesale_pkr" INTEGER NOT NULL,
    "min_resale_pkr" INTEGER NOT NULL,
    "stock" INTEGER NOT NULL DEFAULT 0,
    "stock_at" TIMESTAMPTZ(3),
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "variant_link_part_pkey" PRIMARY KEY ("shop_id","link_id","position")
);

-- CreateTable
CREATE TABLE "product_mapping" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "product_gid" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "image_url" TEXT,
    "state" TEXT NOT NULL DEFAULT 'working',
    "failure" TEXT,
    "write_cost" BOOLEAN NOT NULL DEFAULT false,
    "imports" JSONB NOT NULL DEFAULT '{}',
    "activated" JSONB NOT NULL DEFAULT '[]',
    "leaving" JSONB NOT NULL DEFAULT '[]',
    "by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "product_mapping_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "terms" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_key" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "figure" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "source" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "terms_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "supplier_account" (
    "key" TEXT NOT NULL,
    "day_limit" INTEGER,
    "remaining" INTEGER,
    "reset_at" TIMESTAMPTZ(6),
    "paused_until" TIMESTAMPTZ(6),
    "rest_until" TIMESTAMPTZ(6),
    "probe_at" TIMESTAMPTZ(6),
    "probe_is_counted" BOOLEAN NOT NULL DEFAULT false,
    "probe_asked" BOOLEAN NOT NULL DEFAULT false,
    "slots" INTEGER[],
    "slot_second" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "supplier_account_pkey" PRIMARY KEY ("key")
);

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
    "is_dated" BOOLEAN NOT NULL DEFAULT true,
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
    "walk_unreadable" INTEGER NOT NULL DEFAULT 0,
    "unreadable" INTEGER NOT NULL DEFAULT 0,
    "oldest_order_at" TIMESTAMPTZ(3),
    "step_token" UUID,
    "types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "statuses" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "stepped_at" TIMESTAMPTZ(6),

    CONSTRAINT "ledger_copy_pkey" PRIMARY KEY ("account_key","mode")
);

-- CreateTable
CREATE TABLE "settlement_difference" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "side" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "expected_pkr" INTEGER NOT NULL,
    "found_pkr" INTEGER NOT NULL,
    "parcel_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "entry_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "paired_with" UUID,
    "kept_state_at" TIMESTAMPTZ(3),
    "found_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "put_aside_at" TIMESTAMPTZ(3),
    "put_aside_by" TEXT,
    "put_aside_reason" TEXT,

    CONSTRAINT "settlement_difference_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "wallet_reading" (
    "account_key" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "failure" TEXT,
    "available_pkr" INTEGER,
    "pending_pkr" INTEGER,
    "pending_orders" INTEGER,
    "held_pkr" INTEGER,
    "held_deposit_pkr" INTEGER,
    "held_reserve_pkr" INTEGER,
    "deposit_required_pkr" INTEGER,
    "withdrawals_pending_pkr" INTEGER,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "wallet_reading_pkey" PRIMARY KEY ("account_key","mode")
);

-- CreateTable
CREATE TABLE "privacy_request" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "delivery_key" TEXT NOT NULL,
    "order_gids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "done_at" TIMESTAMPTZ(3),
    "done_by" TEXT,
    "erased" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "privacy_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "customer_access" (
    "id" BIGSERIAL NOT NULL,
    "shop_id" UUID NOT NULL,
    "person" TEXT NOT NULL,
    "door" TEXT NOT NULL,
    "order_ids" UUID[],
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "times" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "customer_access_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "press" (
    "shop_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "outcome" TEXT NOT NULL,
    "location" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "press_pkey" PRIMARY KEY ("shop_id","id")
);

-- CreateTable
CREATE TABLE "staff_member" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "name_enc" BYTEA,
    "collaborator" BOOLEAN NOT NULL DEFAULT false,
    "is_owner" BOOLEAN NOT NULL DEFAULT false,
    "rights" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "asked_for" TEXT,
    "granted_by" TEXT,
    "granted_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staff_member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sealing_key" (
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "rows" BIGINT NOT NULL DEFAULT 0,
    "counted_at" TIMESTAMPTZ(3),
    "lease_token" UUID,
    "lease_until" TIMESTAMPTZ(6),

    CONSTRAINT "sealing_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "hash_key" (
    "id" TEXT NOT NULL,
    "key_enc" BYTEA NOT NULL,

    CONSTRAINT "hash_key_pkey" PRIMARY KEY ("id")
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
CREATE INDEX "delivery_shop_id_id_idx" ON "delivery"("shop_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "delivery_source_shop_id_key_key" ON "delivery"("source", "shop_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "work_shop_id_kind_subject_key" ON "work"("shop_id", "kind", "subject");

-- CreateIndex
CREATE INDEX "schedule_next_run_at_idx" ON "schedule"("next_run_at");

-- CreateIndex
CREATE UNIQUE INDEX "schedule_shop_id_kind_mode_key" ON "schedule"("shop_id", "kind", "mode");

-- CreateIndex
CREATE UNIQUE INDEX "schedule_shop_id_id_key" ON "schedule"("shop_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "supplier_store_shop_id_mode_number_key" ON "supplier_store"("shop_id", "mode", "number");

-- CreateIndex
CREATE INDEX "listing_shop_id_mode_created_at_id_idx" ON "listing"("shop_id", "mode", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "listing_shop_id_mode_standing_created_at_id_idx" ON "listing"("shop_id", "mode", "standing", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "listing_shop_id_product_gid_idx" ON "listing"("shop_id", "product_gid");

-- CreateIndex
CREATE UNIQUE INDEX "listing_shop_id_mode_supplier_product_id_key" ON "listing"("shop_id", "mode", "supplier_product_id");

-- CreateIndex
CREATE UNIQUE INDEX "listing_shop_id_id_key" ON "listing"("shop_id", "id");

-- CreateIndex
CREATE INDEX "listing_variant_shop_id_variant_gid_idx" ON "listing_variant"("shop_id", "variant_gid");

-- CreateIndex
CREATE INDEX "listing_variant_shop_id_inventory_item_gid_idx" ON "listing_variant"("shop_id", "inventory_item_gid");

-- CreateIndex
CREATE INDEX "listing_variant_shop_id_listing_id_idx" ON "listing_variant"("shop_id", "listing_id");

-- CreateIndex
CREATE INDEX "listing_variant_shop_id_stock_due_at_idx" ON "listing_variant"("shop_id", "stock_due_at");

-- CreateIndex
CREATE UNIQUE INDEX "listing_variant_shop_id_mode_supplier_variant_id_key" ON "listing_variant"("shop_id", "mode", "supplier_variant_id");

-- CreateIndex
CREATE UNIQUE INDEX "listing_variant_shop_id_id_key" ON "listing_variant"("shop_id", "id");

-- CreateIndex
CREATE INDEX "listing_run_shop_id_created_at_idx" ON "listing_run"("shop_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "listing_run_shop_id_id_key" ON "listing_run"("shop_id", "id");

-- CreateIndex
CREATE INDEX "listing_run_item_shop_id_run_id_position_idx" ON "listing_run_item"("shop_id", "run_id", "position");

-- CreateIndex
CREATE INDEX "listing_run_item_shop_id_listing_id_idx" ON "listing_run_item"("shop_id", "listing_id");

-- CreateIndex
CREATE UNIQUE INDEX "listing_run_item_shop_id_run_id_listing_id_key" ON "listing_run_item"("shop_id", "run_id", "listing_id");

-- CreateIndex
CREATE INDEX "cost_change_shop_id_mode_supplier_variant_id_at_idx" ON "cost_change"("shop_id", "mode", "supplier_variant_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "cost_change_shop_id_id_key" ON "cost_change"("shop_id", "id");

-- CreateIndex
CREATE INDEX "price_change_shop_id_run_id_position_idx" ON "price_change"("shop_id", "run_id", "position");

-- CreateIndex
CREATE INDEX "price_change_shop_id_listing_variant_id_idx" ON "price_change"("shop_id", "listing_variant_id");

-- CreateIndex
CREATE UNIQUE INDEX "price_change_shop_id_run_id_listing_variant_id_key" ON "price_change"("shop_id", "run_id", "listing_variant_id");

-- CreateIndex
CREATE INDEX "order_shop_id_phone_hash_idx" ON "order"("shop_id", "phone_hash");

-- CreateIndex
CREATE INDEX "order_shop_id_state_listed_at_id_idx" ON "order"("shop_id", "state", "listed_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "order_shop_id_city_key_listed_at_id_idx" ON "order"("shop_id", "city_key", "listed_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "order_shop_id_hold_code_listed_at_id_idx" ON "order"("shop_id", "hold_code", "listed_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "order_shop_id_order_gid_key" ON "order"("shop_id", "order_gid");

-- CreateIndex
CREATE UNIQUE INDEX "order_shop_id_id_key" ON "order"("shop_id", "id");

-- CreateIndex
CREATE INDEX "order_search_term_shop_id_term_listed_at_order_id_idx" ON "order_search_term"("shop_id", "term", "listed_at" DESC, "order_id" DESC);

-- CreateIndex
CREATE INDEX "bulk_run_shop_id_created_at_idx" ON "bulk_run"("shop_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "bulk_run_shop_id_id_key" ON "bulk_run"("shop_id", "id");

-- CreateIndex
CREATE INDEX "bulk_item_shop_id_bulk_run_id_position_idx" ON "bulk_item"("shop_id", "bulk_run_id", "position");

-- CreateIndex
CREATE INDEX "bulk_item_shop_id_order_id_idx" ON "bulk_item"("shop_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "bulk_item_shop_id_bulk_run_id_order_id_key" ON "bulk_item"("shop_id", "bulk_run_id", "order_id");

-- CreateIndex
CREATE INDEX "fulfillment_order_shop_id_order_id_idx" ON "fulfillment_order"("shop_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "fulfillment_order_shop_id_gid_key" ON "fulfillment_order"("shop_id", "gid");

-- CreateIndex
CREATE INDEX "handoff_shop_id_order_id_idx" ON "handoff"("shop_id", "order_id");

-- CreateIndex
CREATE INDEX "handoff_payment_idx" ON "handoff"("shop_id", "id", "order_id", "payment_mode", "account_id", "city");

-- CreateIndex
CREATE UNIQUE INDEX "handoff_shop_id_mode_order_id_sequence_revision_key" ON "handoff"("shop_id", "mode", "order_id", "sequence", "revision");

-- CreateIndex
CREATE UNIQUE INDEX "handoff_shop_id_external_order_id_key" ON "handoff"("shop_id", "external_order_id");

-- CreateIndex
CREATE UNIQUE INDEX "handoff_shop_id_id_key" ON "handoff"("shop_id", "id");

-- CreateIndex
CREATE INDEX "open_unit_shop_id_variant_gid_idx" ON "open_unit"("shop_id", "variant_gid");

-- CreateIndex
CREATE UNIQUE INDEX "handoff_attempt_shop_id_handoff_id_number_key" ON "handoff_attempt"("shop_id", "handoff_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "handoff_attempt_shop_id_idempotency_key_key" ON "handoff_attempt"("shop_id", "idempotency_key");

-- CreateIndex
CREATE INDEX "handoff_item_shop_id_line_gid_idx" ON "handoff_item"("shop_id", "line_gid");

-- CreateIndex
CREATE INDEX "handoff_item_shop_id_supplier_variant_id_idx" ON "handoff_item"("shop_id", "supplier_variant_id");

-- CreateIndex
CREATE UNIQUE INDEX "handoff_item_shop_id_handoff_id_position_key" ON "handoff_item"("shop_id", "handoff_id", "position");

-- CreateIndex
CREATE INDEX "parcel_shop_id_handoff_id_idx" ON "parcel"("shop_id", "handoff_id");

-- CreateIndex
CREATE INDEX "parcel_shop_id_status_idx" ON "parcel"("shop_id", "status");

-- CreateIndex
CREATE INDEX "parcel_shop_id_mode_created_at_id_idx" ON "parcel"("shop_id", "mode", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "parcel_shop_id_mode_supplier_order_id_key" ON "parcel"("shop_id", "mode", "supplier_order_id");

-- CreateIndex
CREATE UNIQUE INDEX "parcel_shop_id_id_key" ON "parcel"("shop_id", "id");

-- CreateIndex
CREATE INDEX "payment_intent_shop_id_order_id_idx" ON "payment_intent"("shop_id", "order_id");

-- CreateIndex
CREATE INDEX "payment_intent_shop_id_parcel_id_idx" ON "payment_intent"("shop_id", "parcel_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_intent_shop_id_id_key" ON "payment_intent"("shop_id", "id");

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
CREATE UNIQUE INDEX "order_decision_shop_id_order_id_kind_subject_key" ON "order_decision"("shop_id", "order_id", "kind", "subject");

-- CreateIndex
CREATE INDEX "variant_link_shop_id_mode_product_gid_idx" ON "variant_link"("shop_id", "mode", "product_gid");

-- CreateIndex
CREATE INDEX "variant_link_shop_id_inventory_item_gid_idx" ON "variant_link"("shop_id", "inventory_item_gid");

-- CreateIndex
CREATE INDEX "variant_link_shop_id_stock_due_at_idx" ON "variant_link"("shop_id", "stock_due_at");

-- CreateIndex
CREATE UNIQUE INDEX "variant_link_shop_id_mode_variant_gid_key" ON "variant_link"("shop_id", "mode", "variant_gid");

-- CreateIndex
CREATE UNIQUE INDEX "variant_link_shop_id_id_key" ON "variant_link"("shop_id", "id");

-- CreateIndex
CREATE INDEX "variant_link_part_shop_id_mode_supplier_product_id_idx" ON "variant_link_part"("shop_id", "mode", "supplier_product_id");

-- CreateIndex
CREATE INDEX "variant_link_part_shop_id_mode_supplier_variant_id_idx" ON "variant_link_part"("shop_id", "mode", "supplier_variant_id");

-- CreateIndex
CREATE UNIQUE INDEX "variant_link_part_shop_id_link_id_supplier_variant_id_key" ON "variant_link_part"("shop_id", "link_id", "supplier_variant_id");

-- CreateIndex
CREATE INDEX "product_mapping_shop_id_mode_created_at_id_idx" ON "product_mapping"("shop_id", "mode", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "product_mapping_shop_id_mode_product_gid_key" ON "product_mapping"("shop_id", "mode", "product_gid");

-- CreateIndex
CREATE UNIQUE INDEX "product_mapping_shop_id_id_key" ON "product_mapping"("shop_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "terms_account_key_mode_figure_seen_at_key" ON "terms"("account_key", "mode", "figure", "seen_at");

-- CreateIndex
CREATE INDEX "ledger_entry_account_key_mode_booked_at_id_idx" ON "ledger_entry"("account_key", "mode", "booked_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ledger_entry_owner_shop_id_mode_booked_at_id_idx" ON "ledger_entry"("owner_shop_id", "mode", "booked_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ledger_entry_owner_shop_id_mode_type_booked_at_id_idx" ON "ledger_entry"("owner_shop_id", "mode", "type", "booked_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ledger_entry_owner_shop_id_mode_status_booked_at_id_idx" ON "ledger_entry"("owner_shop_id", "mode", "status", "booked_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ledger_entry_owner_order_id_idx" ON "ledger_entry"("owner_order_id");

-- CreateIndex
CREATE INDEX "ledger_entry_account_key_mode_supplier_order_id_idx" ON "ledger_entry"("account_key", "mode", "supplier_order_id");

-- CreateIndex
CREATE INDEX "ledger_entry_account_key_mode_external_order_id_idx" ON "ledger_entry"("account_key", "mode", "external_order_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entry_account_key_mode_entry_id_key" ON "ledger_entry"("account_key", "mode", "entry_id");

-- CreateIndex
CREATE INDEX "settlement_difference_shop_id_found_at_id_idx" ON "settlement_difference"("shop_id", "found_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "settlement_difference_shop_id_order_id_idx" ON "settlement_difference"("shop_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "settlement_difference_shop_id_side_subject_id_key" ON "settlement_difference"("shop_id", "side", "subject_id");

-- CreateIndex
CREATE UNIQUE INDEX "privacy_request_shop_id_delivery_key_key" ON "privacy_request"("shop_id", "delivery_key");

-- CreateIndex
CREATE UNIQUE INDEX "privacy_request_shop_id_id_key" ON "privacy_request"("shop_id", "id");

-- CreateIndex
CREATE INDEX "customer_access_shop_id_id_idx" ON "customer_access"("shop_id", "id");

-- CreateIndex
CREATE INDEX "customer_access_shop_id_person_first_seen_at_idx" ON "customer_access"("shop_id", "person", "first_seen_at");

-- CreateIndex
CREATE INDEX "customer_access_order_ids_idx" ON "customer_access" USING GIN ("order_ids");

-- CreateIndex
CREATE UNIQUE INDEX "staff_member_shop_id_user_id_key" ON "staff_member"("shop_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "staff_member_shop_id_id_key" ON "staff_member"("shop_id", "id");

-- AddForeignKey
ALTER TABLE "shopify_session" ADD CONSTRAINT "shopify_session_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "supplier_connection" ADD CONSTRAINT "supplier_connection_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "supplier_event_id" ADD CONSTRAINT "supplier_event_id_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "work" ADD CONSTRAINT "work_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "supplier_store" ADD CONSTRAINT "supplier_store_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing" ADD CONSTRAINT "listing_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing_variant" ADD CONSTRAINT "listing_variant_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing_variant" ADD CONSTRAINT "listing_variant_shop_id_listing_id_fkey" FOREIGN KEY ("shop_id", "listing_id") REFERENCES "listing"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "catalog_product" ADD CONSTRAINT "catalog_product_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "catalog_category" ADD CONSTRAINT "catalog_category_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing_settings" ADD CONSTRAINT "listing_settings_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing_run" ADD CONSTRAINT "listing_run_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing_run_item" ADD CONSTRAINT "listing_run_item_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing_run_item" ADD CONSTRAINT "listing_run_item_shop_id_run_id_fkey" FOREIGN KEY ("shop_id", "run_id") REFERENCES "listing_run"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing_run_item" ADD CONSTRAINT "listing_run_item_shop_id_listing_id_fkey" FOREIGN KEY ("shop_id", "listing_id") REFERENCES "listing"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cost_change" ADD CONSTRAINT "cost_change_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_change" ADD CONSTRAINT "price_change_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_change" ADD CONSTRAINT "price_change_shop_id_run_id_fkey" FOREIGN KEY ("shop_id", "run_id") REFERENCES "listing_run"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_change" ADD CONSTRAINT "price_change_shop_id_listing_variant_id_fkey" FOREIGN KEY ("shop_id", "listing_variant_id") REFERENCES "listing_variant"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order" ADD CONSTRAINT "order_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_search_term" ADD CONSTRAINT "order_search_term_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_search_term" ADD CONSTRAINT "order_search_term_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_run" ADD CONSTRAINT "bulk_run_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_item" ADD CONSTRAINT "bulk_item_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_item" ADD CONSTRAINT "bulk_item_shop_id_bulk_run_id_fkey" FOREIGN KEY ("shop_id", "bulk_run_id") REFERENCES "bulk_run"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_item" ADD CONSTRAINT "bulk_item_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fulfillment_order" ADD CONSTRAINT "fulfillment_order_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fulfillment_order" ADD CONSTRAINT "fulfillment_order_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "handoff" ADD CONSTRAINT "handoff_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "handoff" ADD CONSTRAINT "handoff_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "open_unit" ADD CONSTRAINT "open_unit_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "open_unit" ADD CONSTRAINT "open_unit_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

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
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_shop_id_parcel_id_fkey" FOREIGN KEY ("shop_id", "parcel_id") REFERENCES "parcel"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "effect" ADD CONSTRAINT "effect_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "effect" ADD CONSTRAINT "effect_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auto_pay" ADD CONSTRAINT "auto_pay_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attention" ADD CONSTRAINT "attention_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "timeline_entry" ADD CONSTRAINT "timeline_entry_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "remembered_answer" ADD CONSTRAINT "remembered_answer_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_decision" ADD CONSTRAINT "order_decision_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_decision" ADD CONSTRAINT "order_decision_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "variant_link" ADD CONSTRAINT "variant_link_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "variant_link_part" ADD CONSTRAINT "variant_link_part_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "variant_link_part" ADD CONSTRAINT "variant_link_part_shop_id_link_id_fkey" FOREIGN KEY ("shop_id", "link_id") REFERENCES "variant_link"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_mapping" ADD CONSTRAINT "product_mapping_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settlement_difference" ADD CONSTRAINT "settlement_difference_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settlement_difference" ADD CONSTRAINT "settlement_difference_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "privacy_request" ADD CONSTRAINT "privacy_request_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_access" ADD CONSTRAINT "customer_access_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "press" ADD CONSTRAINT "press_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_member" ADD CONSTRAINT "staff_member_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's language cannot say: checks, computed columns, and indexes of a part of a table or of what is computed.

-- The turn among the orders of one phone; numbers may be left out.
CREATE SEQUENCE "order_phone_turn" AS INTEGER;

-- Sealed bodies are as long as they are: neither compressed nor moved out while a page of 8 KB holds one.
ALTER TABLE "delivery" ALTER COLUMN "body_enc" SET STORAGE EXTERNAL;
ALTER TABLE "delivery" SET (toast_tuple_target = 8160);

-- attention
ALTER TABLE "attention" ADD CONSTRAINT "attention_thing_check" CHECK (thing IN ('order', 'listing', 'connection', 'shop', 'mapping', 'variant'));

-- bulk_item
ALTER TABLE "bulk_item" ADD CONSTRAINT "bulk_item_state_check" CHECK (state IN ('waiting', 'begun', 'done', 'refused'));

-- bulk_run
ALTER TABLE "bulk_run" ADD CONSTRAINT "bulk_run_action_check" CHECK (action IN ('choose_city', 'pay', 'place', 'retry', 'resume', 'cancel'));

-- catalog_category
ALTER TABLE "catalog_category" ADD CONSTRAINT "catalog_category_mode_check" CHECK (mode IN ('live', 'test'));

-- catalog_product
ALTER TABLE "catalog_product" ADD CONSTRAINT "catalog_product_mode_check" CHECK (mode IN ('live', 'test'));
CREATE INDEX catalog_product_by_price ON catalog_product (shop_id, mode, wholesale_pkr, supplier_product_id)
  INCLUDE (in_stock, category_id)
  WHERE (gone_at IS NULL);
CREATE INDEX catalog_product_in_order ON catalog_product (shop_id, mode, "position", supplier_product_id)
  INCLUDE (wholesale_pkr, in_stock, category_id)
  WHERE (gone_at IS NULL);
CREATE INDEX catalog_product_words ON catalog_product USING gin (array_to_tsvector(array_append(string_to_array(search_text, ' '), (((shop_id)::text || '/') || mode))))
  WITH (fastupdate=off)
  WHERE (gone_at IS NULL);

-- cost_change
ALTER TABLE "cost_change" ADD CONSTRAINT "cost_change_mode_check" CHECK (mode IN ('live', 'test'));

-- delivery
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_source_check" CHECK (source IN ('shopify', 'supplier'));
CREATE INDEX delivery_product_news_idx ON delivery (shop_id, id)
  WHERE ((source = 'supplier') AND (folded_at IS NULL) AND (ignored IS NULL) AND (topic ~~ 'product.%'));
CREATE UNIQUE INDEX delivery_without_shop_key ON delivery (source, key)
  WHERE (shop_id IS NULL);

-- effect
ALTER TABLE "effect" ADD CONSTRAINT "effect_state_check" CHECK (state IN ('intended', 'done', 'given_up'));

-- fulfillment_order
ALTER TABLE "fulfillment_order" ADD CONSTRAINT "fulfillment_order_cancel_answer_check" CHECK (cancel_answer IN ('accepted', 'rejected'));

-- handoff
ALTER TABLE "handoff" ADD CONSTRAINT "handoff_mode_check" CHECK (mode IN ('live', 'test'));
ALTER TABLE "handoff" ADD CONSTRAINT "handoff_payment_mode_check" CHECK (payment_mode IN ('COD', 'PREPAID'));
ALTER TABLE "handoff" ADD CONSTRAINT "handoff_state_check" CHECK (state IN ('sending', 'placed', 'refused'));
ALTER TABLE "handoff" ADD CONSTRAINT "handoff_doubt_check" CHECK (doubt IN ('duplicate_differs', 'idempotency_key_reused', 'answer_too_late'));

-- handoff_attempt
ALTER TABLE "handoff_attempt" ADD CONSTRAINT "handoff_attempt_state_check" CHECK (state IN ('sending', 'accepted', 'adopted', 'refused'));

-- ledger_copy
ALTER TABLE "ledger_copy" ADD CONSTRAINT "ledger_copy_walk_check" CHECK (walk IN ('first', 'new', 'reread'));
ALTER TABLE "ledger_copy" ADD CONSTRAINT "ledger_copy_mode_check" CHECK (mode IN ('live', 'test'));

-- ledger_entry
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_mode_check" CHECK (mode IN ('live', 'test'));
CREATE INDEX ledger_entry_movement_idx ON ledger_entry (account_key, mode, booked_at DESC, id DESC)
  WHERE ((owner_shop_id IS NULL) AND (supplier_order_id IS NULL) AND (external_order_id IS NULL));
CREATE INDEX ledger_entry_order_sums_idx ON ledger_entry (account_key, mode, booked_at)
  INCLUDE (amount_pkr, owner_shop_id)
  WHERE ((missing_since IS NULL) AND (COALESCE(supplier_order_id, external_order_id) IS NOT NULL));
CREATE INDEX ledger_entry_unowned_idx ON ledger_entry (account_key, mode, booked_at DESC)
  WHERE (owner_order_id IS NULL);

-- listing
ALTER TABLE "listing" ADD CONSTRAINT "listing_mode_check" CHECK (mode IN ('live', 'test'));
ALTER TABLE "listing" ADD CONSTRAINT "listing_state_check" CHECK (state IN ('importing', 'ready', 'failed', 'unlinked'));
ALTER TABLE "listing" ADD CONSTRAINT "listing_step_check" CHECK (step IN ('adopt', 'product', 'create', 'variants', 'stock', 'mapping', 'done'));
ALTER TABLE "listing" ADD CONSTRAINT "listing_origin_check" CHECK (origin IN ('imported', 'mapped'));
ALTER TABLE "listing" ADD CONSTRAINT "listing_taken_out_check" CHECK (taken_out IN ('quantity', 'draft', 'archive'));
ALTER TABLE "listing" ADD CONSTRAINT "listing_taken_out_for_check" CHECK (taken_out_for = 'removed');
ALTER TABLE "listing" ADD CONSTRAINT "listing_confirmed_by_check" CHECK (confirmed_by IN ('import', 'event', 'sweep', 'check'));
ALTER TABLE "listing" ADD CONSTRAINT "listing_leaving_check" CHECK (leaving IN ('unlink_keep', 'unlink_hide', 'delete', 'deleted'));
ALTER TABLE "listing" ADD CONSTRAINT "listing_sync_reported_check" CHECK (sync_reported IN ('ok', 'failed'));
CREATE INDEX listing_by_title_idx ON listing (shop_id, mode, standing, "left"(lower(title), 100), id);
CREATE INDEX listing_needs_you_idx ON listing (shop_id, mode, created_at DESC, id DESC)
  WHERE (needs_you OR (standing = 'failed'));
CREATE INDEX listing_title_words_idx ON listing USING gin (array_to_tsvector(array_append(string_to_array(btrim(regexp_replace(lower(title), '[[:space:][:punct:]]+', ' ', 'g')), ' '), (shop_id)::text)))
  WHERE (title <> '');
CREATE INDEX listing_unseen_idx ON listing (shop_id, mode, created_at DESC)
  WHERE ((published_on = '[]'::jsonb) AND product_status IN ('ACTIVE', 'UNLISTED') AND (state = 'ready') AND (origin = 'imported') AND standing IN ('in_sync', 'losing', 'edited', 'failed') AND (leaving IS NULL));

-- listing_run
ALTER TABLE "listing_run" ADD CONSTRAINT "listing_run_mode_check" CHECK (mode IN ('live', 'test'));
ALTER TABLE "listing_run" ADD CONSTRAINT "listing_run_kind_check" CHECK (kind IN ('import', 'reprice', 'undo', 'sync_prices', 'resync', 'policy', 'publish', 'unlink', 'delete', 'news_prices', 'news_out', 'out_of_stock'));
ALTER TABLE "listing_run" ADD CONSTRAINT "listing_run_state_check" CHECK (state IN ('planned', 'asking', 'running', 'done', 'stopped'));
CREATE UNIQUE INDEX listing_run_one_of_prices ON listing_run (shop_id)
  WHERE ((state = 'running') AND kind IN ('reprice', 'undo', 'sync_prices'));

-- listing_run_item
ALTER TABLE "listing_run_item" ADD CONSTRAINT "listing_run_item_state_check" CHECK (state IN ('waiting', 'begun', 'done', 'refused'));

-- listing_settings
ALTER TABLE "listing_settings" ADD CONSTRAINT "listing_settings_when_out_of_stock_check" CHECK (when_out_of_stock IN ('quantity', 'draft', 'hide', 'nothing'));
ALTER TABLE "listing_settings" ADD CONSTRAINT "listing_settings_when_stock_edited_check" CHECK (when_stock_edited IN ('put_right', 'leave'));
ALTER TABLE "listing_settings" ADD CONSTRAINT "listing_settings_when_cost_changes_check" CHECK (when_cost_changes IN ('rule', 'keep_margin', 'alert', 'hold_sales'));
ALTER TABLE "listing_settings" ADD CONSTRAINT "listing_settings_when_content_changes_check" CHECK (when_content_changes IN ('follow', 'alert'));
ALTER TABLE "listing_settings" ADD CONSTRAINT "listing_settings_when_variants_change_check" CHECK (when_variants_change IN ('follow', 'alert'));
ALTER TABLE "listing_settings" ADD CONSTRAINT "listing_settings_when_removed_check" CHECK (when_removed IN ('draft', 'archive', 'quantity'));

-- listing_variant
ALTER TABLE "listing_variant" ADD CONSTRAINT "listing_variant_mode_check" CHECK (mode IN ('live', 'test'));
ALTER TABLE "listing_variant" ADD CONSTRAINT "listing_variant_stock_by_check" CHECK (stock_by IN ('event', 'sweep', 'check'));
CREATE INDEX listing_variant_sku_words_idx ON listing_variant USING gin (array_to_tsvector(array_append(string_to_array(btrim(regexp_replace(lower(sku), '[[:space:][:punct:]]+', ' ', 'g')), ' '), (shop_id)::text)))
  WHERE (sku IS NOT NULL);

-- order
ALTER TABLE "order" ADD CONSTRAINT "order_state_check" CHECK (state IN ('new', 'waiting', 'to_place', 'held', 'placing', 'placed', 'awaiting_funds', 'on_the_way', 'delivered', 'refused', 'cancelled', 'finished_in_shopify', 'not_ours'));
ALTER TABLE "order" ADD CONSTRAINT "order_route_check" CHECK (route IN ('COD', 'PREPAID'));
CREATE INDEX order_by_amount_idx ON "order" (shop_id, state, COALESCE(total_pkr, '-1'::integer), id);
CREATE INDEX order_needs_you_idx ON "order" (shop_id, listed_at DESC, id DESC)
  WHERE (needs_you OR (state = 'held'));

-- order_decision
ALTER TABLE "order_decision" ADD CONSTRAINT "order_decision_kind_check" CHECK (kind IN ('place', 'retry', 'cancel', 'replace', 'mark_paid', 'move_away', 'customer', 'how_paid', 'lower_delivery', 'placement_conflict', 'dismiss_hold'));

-- parcel
ALTER TABLE "parcel" ADD CONSTRAINT "parcel_mode_check" CHECK (mode IN ('live', 'test'));
ALTER TABLE "parcel" ADD CONSTRAINT "parcel_return_type_check" CHECK (return_type IN ('rto', 'return'));
CREATE INDEX parcel_open_idx ON parcel (shop_id, mode, created_at DESC, id DESC)
  WHERE status IN ('RECEIVED', 'CONFIRMED', 'PROCESSING', 'SHIPPED');
CREATE INDEX parcel_payout_idx ON parcel (shop_id, mode, margin_release_at, id)
  WHERE ((status = 'DELIVERED') OR ((status = 'RETURNED') AND COALESCE((return_type = 'return'), (delivered_at IS NOT NULL))));
CREATE INDEX parcel_pending_payout_idx ON parcel (shop_id, mode, margin_release_at, id)
  INCLUDE (handoff_id, status, margin_status, return_type, delivered_at, margin_pkr, platform_fee_pkr, expected_margin_pkr, margin_released_pkr)
  WHERE ((status = 'DELIVERED') AND ((margin_status IS NULL) OR margin_status NOT IN ('RELEASED', 'REVERSED')));
CREATE INDEX parcel_profit_idx ON parcel (shop_id, handoff_id)
  INCLUDE (id, mode, status, return_type, margin_status, wholesale_pkr, resale_pkr, shipping_cost_pkr, shipping_charged_pkr, margin_pkr, platform_fee_pkr, expected_margin_pkr, rto_charge_pkr, return_credit_pkr, received_at, delivered_at, read_at)
  WHERE status IN ('DELIVERED', 'RETURNED', 'CANCELLED');

-- payment_intent
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_state_check" CHECK (state IN ('wanted', 'sending', 'paid', 'refused', 'outcome_unknown'));
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_settled_check" CHECK ((state IN ('paid', 'refused') = ((settled_at IS NOT NULL) AND (evidence IS NOT NULL))));
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_sent_check" CHECK (((sent_at IS NOT NULL) OR state NOT IN ('sending', 'paid', 'outcome_unknown')));
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_evidence_check" CHECK (evidence IN ('answer', 'parcel', 'ledger', 'never_sent', 'person'));
CREATE UNIQUE INDEX payment_intent_one_of_parcel_key ON payment_intent (shop_id, parcel_id)
  WHERE (state <> 'refused');

-- press
ALTER TABLE "press" ADD CONSTRAINT "press_outcome_check" CHECK (outcome IN ('begun', 'done', 'free', 'late'));

-- price_change
ALTER TABLE "price_change" ADD CONSTRAINT "price_change_raised_to_check" CHECK (raised_to IN ('minimum', 'floor'));
ALTER TABLE "price_change" ADD CONSTRAINT "price_change_state_check" CHECK (state IN ('waiting', 'done', 'refused'));

-- privacy_request
ALTER TABLE "privacy_request" ADD CONSTRAINT "privacy_request_topic_check" CHECK (topic IN ('customers/data_request', 'customers/redact', 'shop/redact'));

-- product_mapping
ALTER TABLE "product_mapping" ADD CONSTRAINT "product_mapping_mode_check" CHECK (mode IN ('live', 'test'));
ALTER TABLE "product_mapping" ADD CONSTRAINT "product_mapping_state_check" CHECK (state IN ('working', 'ready', 'failed'));

-- remembered_answer
ALTER TABLE "remembered_answer" ADD CONSTRAINT "remembered_answer_question_check" CHECK (question IN ('city_as_written', 'city_chosen', 'gateway_route', 'courier_apps', 'placing_chosen', 'price_changes', 'setup_guide'));

-- schedule
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_kind_check" CHECK (kind IN ('shopify_orders', 'shopify_orders_week', 'requests', 'unsettled', 'funds', 'parcels', 'parcels_delivered', 'imports', 'failed_deliveries', 'shop_life', 'orphans', 'settlement', 'retention', 'stock', 'shopify_stock', 'catalog', 'webhooks', 'ledger'));
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_mode_check" CHECK (mode IN ('', 'live', 'test'));

-- settlement_difference
ALTER TABLE "settlement_difference" ADD CONSTRAINT "settlement_difference_side_check" CHECK (side IN ('ledger', 'shopify'));
ALTER TABLE "settlement_difference" ADD CONSTRAINT "settlement_difference_kind_check" CHECK (kind IN ('missing', 'doubled', 'unexpected', 'other_order', 'other_sum', 'unpaid', 'items_left', 'refund_due', 'owed_back'));
ALTER TABLE "settlement_difference" ADD CONSTRAINT "settlement_difference_put_aside_reason_check" CHECK (put_aside_reason IN ('asked_supplier', 'settled_otherwise', 'as_it_should_be'));

-- shop
ALTER TABLE "shop" ADD CONSTRAINT "shop_state_check" CHECK (state IN ('installed', 'uninstalled', 'unavailable'));
ALTER TABLE "shop" ADD CONSTRAINT "shop_shipping_share_check" CHECK (shipping_share IN ('by_value', 'all_ours', 'none'));
ALTER TABLE "shop" ADD CONSTRAINT "shop_when_refused_check" CHECK (when_refused IN ('leave', 'cancel'));

-- shopify_session
CREATE UNIQUE INDEX shopify_session_offline_key ON shopify_session (shop_id)
  WHERE (NOT is_online);

-- staff_member
ALTER TABLE "staff_member" ADD CONSTRAINT "staff_member_rights_check" CHECK (rights <@ ARRAY['pay', 'disconnect', 'keys', 'routing']);
ALTER TABLE "staff_member" ADD CONSTRAINT "staff_member_asked_for_check" CHECK (asked_for IN ('pay', 'disconnect', 'keys', 'routing'));

-- supplier_connection
ALTER TABLE "supplier_connection" ADD CONSTRAINT "supplier_connection_mode_check" CHECK (mode IN ('live', 'test'));

-- supplier_event_id
CREATE INDEX supplier_event_id_expiry_idx ON supplier_event_id (shop_id, received_at)
  WHERE (NOT is_of_order);

-- supplier_store
ALTER TABLE "supplier_store" ADD CONSTRAINT "supplier_store_mode_check" CHECK (mode IN ('live', 'test'));

-- terms
ALTER TABLE "terms" ADD CONSTRAINT "terms_mode_check" CHECK (mode IN ('live', 'test'));
ALTER TABLE "terms" ADD CONSTRAINT "terms_figure_check" CHECK (figure IN ('fee', 'return_shipping', 'default_shipping', 'deposit', 'payout_days'));
ALTER TABLE "terms" ADD CONSTRAINT "terms_source_check" CHECK (source IN ('quote', 'order', 'wallet', 'catalog'));

-- timeline_entry
ALTER TABLE "timeline_entry" ADD CONSTRAINT "timeline_entry_thing_check" CHECK (thing IN ('order', 'listing', 'connection', 'shop', 'mapping'));
ALTER TABLE "timeline_entry" ADD CONSTRAINT "timeline_entry_actor_check" CHECK (actor IN ('karwan', 'shopify', 'supplier', 'courier', 'person'));

-- variant_link
ALTER TABLE "variant_link" ADD CONSTRAINT "variant_link_mode_check" CHECK (mode IN ('live', 'test'));

-- variant_link_part
ALTER TABLE "variant_link_part" ADD CONSTRAINT "variant_link_part_mode_check" CHECK (mode IN ('live', 'test'));

-- wallet_reading
ALTER TABLE "wallet_reading" ADD CONSTRAINT "wallet_reading_mode_check" CHECK (mode IN ('live', 'test'));

-- work
ALTER TABLE "work" ADD CONSTRAINT "work_lane_check" CHECK (lane IN ('orders', 'parcels', 'stock', 'bulk', 'sweeps'));
CREATE INDEX work_dead ON work (kind)
  WHERE (dead_at IS NOT NULL);
CREATE INDEX work_due_idx ON work (lane, shop_id, next_run_at)
  WHERE (next_run_at IS NOT NULL);
