-- AlterTable
ALTER TABLE "order" ADD COLUMN     "net_payment_pkr" INTEGER,
ADD COLUMN     "refunded_pkr" INTEGER,
ADD COLUMN     "manual_paid_pkr" INTEGER;

-- AlterTable
ALTER TABLE "parcel" ADD COLUMN     "received_at" TIMESTAMPTZ(3);

-- What is in a state after AWAITING_FUNDS was received; whether a cancelled prepaid parcel ever was is asked again.
UPDATE "parcel" SET "received_at" = "created_at" WHERE "status" NOT IN ('AWAITING_FUNDS', 'CANCELLED');
UPDATE "parcel" SET "read_at" = NULL WHERE "status" = 'CANCELLED' AND "cod_pkr" = 0;
