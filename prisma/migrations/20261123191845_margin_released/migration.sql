-- AlterTable
ALTER TABLE "parcel" ADD COLUMN     "margin_released_at" TIMESTAMPTZ(3),
ADD COLUMN     "margin_released_pkr" INTEGER;
