-- AlterTable
ALTER TABLE "shop" ADD COLUMN     "confirmation_asker" TEXT NOT NULL DEFAULT 'shop',
ADD COLUMN     "confirmation_limit_hours" INTEGER NOT NULL DEFAULT 24,
ADD COLUMN     "confirmation_reminder_hours" INTEGER NOT NULL DEFAULT 4,
ADD COLUMN     "when_not_confirmed" TEXT NOT NULL DEFAULT 'hold';

-- CreateTable
CREATE TABLE "order_confirmation" (
    "shop_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'awaiting',
    "contents_hash" TEXT,
    "collects_pkr" INTEGER NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "remind_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "tried_at" TIMESTAMPTZ(3),

    CONSTRAINT "order_confirmation_pkey" PRIMARY KEY ("shop_id","order_id")
);

-- AddForeignKey
ALTER TABLE "order_confirmation" ADD CONSTRAINT "order_confirmation_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_confirmation" ADD CONSTRAINT "order_confirmation_shop_id_order_id_fkey" FOREIGN KEY ("shop_id", "order_id") REFERENCES "order"("shop_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "shop" ADD CONSTRAINT "shop_confirmation_asker_check" CHECK (confirmation_asker IN ('shop', 'supplier'));
ALTER TABLE "shop" ADD CONSTRAINT "shop_confirmation_limit_hours_check" CHECK (confirmation_limit_hours BETWEEN 1 AND 72);
ALTER TABLE "shop" ADD CONSTRAINT "shop_confirmation_reminder_hours_check" CHECK (confirmation_reminder_hours BETWEEN 1 AND 72);
ALTER TABLE "shop" ADD CONSTRAINT "shop_when_not_confirmed_check" CHECK (when_not_confirmed IN ('hold', 'cancel'));
ALTER TABLE "order_confirmation" ADD CONSTRAINT "order_confirmation_state_check" CHECK (state IN ('awaiting', 'confirmed', 'not_confirmed', 'cancelled'));
