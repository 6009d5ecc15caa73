-- AlterTable
ALTER TABLE "order" ADD COLUMN     "lines" JSONB;
