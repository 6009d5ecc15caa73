-- AlterTable
ALTER TABLE "order" ADD COLUMN     "phone_turn" INTEGER;
