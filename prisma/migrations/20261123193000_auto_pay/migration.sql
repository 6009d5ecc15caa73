-- AlterTable
ALTER TABLE "payment_intent" ADD COLUMN     "by_itself" BOOLEAN NOT NULL DEFAULT false;

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

-- AddForeignKey
ALTER TABLE "auto_pay" ADD CONSTRAINT "auto_pay_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;
