-- AlterTable
ALTER TABLE "wallet_reading" ADD COLUMN     "asked_at" TIMESTAMPTZ(3) NOT NULL,
ADD COLUMN     "failure" TEXT,
ALTER COLUMN "available_pkr" DROP NOT NULL,
ALTER COLUMN "read_at" DROP NOT NULL;
