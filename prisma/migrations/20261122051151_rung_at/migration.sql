-- AlterTable
ALTER TABLE "work" ADD COLUMN     "rung_at" TIMESTAMPTZ(6);
