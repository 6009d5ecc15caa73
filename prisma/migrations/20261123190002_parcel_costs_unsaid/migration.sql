-- AlterTable
ALTER TABLE "parcel" ALTER COLUMN "wholesale_pkr" DROP NOT NULL,
ALTER COLUMN "wholesale_pkr" DROP DEFAULT,
ALTER COLUMN "resale_pkr" DROP NOT NULL,
ALTER COLUMN "resale_pkr" DROP DEFAULT,
ALTER COLUMN "shipping_cost_pkr" DROP NOT NULL,
ALTER COLUMN "shipping_cost_pkr" DROP DEFAULT,
ALTER COLUMN "shipping_charged_pkr" DROP NOT NULL,
ALTER COLUMN "shipping_charged_pkr" DROP DEFAULT;

-- No goods cost nothing, and none are sold for nothing: those sums were never said.
UPDATE "parcel" SET "wholesale_pkr" = NULL WHERE "wholesale_pkr" = 0;
UPDATE "parcel" SET "resale_pkr" = NULL WHERE "resale_pkr" = 0;
-- Shipping may be free: it is unknown only of a parcel that waits to be read, and its reading says it.
UPDATE "parcel" SET "shipping_cost_pkr" = NULL WHERE "shipping_cost_pkr" = 0 AND "read_at" IS NULL;
UPDATE "parcel" SET "shipping_charged_pkr" = NULL WHERE "shipping_charged_pkr" = 0 AND "read_at" IS NULL;
