-- AlterTable
ALTER TABLE "work" ADD COLUMN     "rests_until" TIMESTAMPTZ(6);

