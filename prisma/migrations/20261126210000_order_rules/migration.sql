-- AlterTable
ALTER TABLE "order" ADD COLUMN     "customer_is_new" BOOLEAN,
ADD COLUMN     "customer_refused" BOOLEAN,
ADD COLUMN     "doubtful_address" BOOLEAN,
ADD COLUMN     "has_note" BOOLEAN,
ADD COLUMN     "tags_hash" TEXT,
ADD COLUMN     "units" INTEGER;

-- CreateTable
CREATE TABLE "order_rule" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "effect" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "params" JSONB NOT NULL DEFAULT '{}',
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_by" TEXT,
    "changed_at" TIMESTAMPTZ(3),

    CONSTRAINT "order_rule_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "order_rule_shop_id_created_at_idx" ON "order_rule"("shop_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "order_rule_shop_id_id_key" ON "order_rule"("shop_id", "id");

-- CreateIndex
CREATE INDEX "order_shop_id_listed_at_id_idx" ON "order"("shop_id", "listed_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "order_rule" ADD CONSTRAINT "order_rule_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "order_rule" ADD CONSTRAINT "order_rule_effect_check" CHECK (effect IN ('hold', 'confirm'));
ALTER TABLE "order_rule" ADD CONSTRAINT "order_rule_kind_check" CHECK (kind IN ('value', 'quantity', 'city', 'product', 'new_customer', 'refused_customer', 'tag', 'note', 'doubtful_address'));
