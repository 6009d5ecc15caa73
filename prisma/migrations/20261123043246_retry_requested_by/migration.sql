-- AlterTable
ALTER TABLE "order" ADD COLUMN     "retry_requested_by" TEXT;
