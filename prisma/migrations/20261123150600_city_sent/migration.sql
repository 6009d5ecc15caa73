-- AlterTable
ALTER TABLE "handoff" ADD COLUMN     "city" TEXT;

