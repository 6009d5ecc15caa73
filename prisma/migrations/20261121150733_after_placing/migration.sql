-- AlterTable
ALTER TABLE "shop" ADD COLUMN     "when_refused" TEXT NOT NULL DEFAULT 'leave';

-- AlterTable
ALTER TABLE "order" ADD COLUMN     "replace_requested_at" TIMESTAMPTZ(3),
ADD COLUMN     "replace_requested_by" TEXT;

-- AlterTable
ALTER TABLE "handoff" ADD COLUMN     "standing_enc" BYTEA;

-- AlterTable
ALTER TABLE "parcel" ADD COLUMN     "reported_at" TIMESTAMPTZ(3),
ADD COLUMN     "unknown_status" TEXT;
