-- AlterTable
ALTER TABLE "staff_member" ADD COLUMN     "is_owner" BOOLEAN NOT NULL DEFAULT false;
