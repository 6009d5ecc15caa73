-- AlterTable
ALTER TABLE "shop" ADD COLUMN     "key_tries" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "key_tries_since" TIMESTAMPTZ(3);
