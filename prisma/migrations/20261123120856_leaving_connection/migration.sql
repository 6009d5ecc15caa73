-- AlterTable
ALTER TABLE "supplier_connection" ADD COLUMN     "leaving_by" TEXT,
ADD COLUMN     "leaving_since" TIMESTAMPTZ(3);
