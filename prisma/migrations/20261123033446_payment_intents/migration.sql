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

    CONSTRAINT "payment_intent_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "payment_intent_shop_id_order_id_idx" ON "payment_intent"("shop_id", "order_id");

-- CreateIndex
CREATE INDEX "payment_intent_shop_id_parcel_id_idx" ON "payment_intent"("shop_id", "parcel_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_intent_shop_id_id_key" ON "payment_intent"("shop_id", "id");

-- AddForeignKey
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_shop_id_parcel_id_fkey" FOREIGN KEY ("shop_id", "parcel_id") REFERENCES "parcel"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;


-- A closed list of states, and what each of them is known by.
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_state_check"
  CHECK ("state" IN ('wanted', 'sending', 'paid', 'refused', 'outcome_unknown'));
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_evidence_check"
  CHECK ("evidence" IN ('answer', 'parcel', 'ledger', 'never_sent'));
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_sent_check"
  CHECK ("sent_at" IS NOT NULL OR "state" NOT IN ('sending', 'paid', 'outcome_unknown'));
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_settled_check"
  CHECK (("state" IN ('paid', 'refused')) = ("settled_at" IS NOT NULL AND "evidence" IS NOT NULL));

-- At most one payment of a parcel is under way, and a parcel that was paid is not paid again.
CREATE UNIQUE INDEX "payment_intent_one_of_parcel_key" ON "payment_intent"("shop_id", "parcel_id")
  WHERE "state" <> 'refused';
