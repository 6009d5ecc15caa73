-- AlterTable
ALTER TABLE "shop" ADD COLUMN     "grace_minutes" INTEGER,
ADD COLUMN     "grace_until_minute" INTEGER,
ADD COLUMN     "working_days" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "working_from_minute" INTEGER,
ADD COLUMN     "working_to_minute" INTEGER;

ALTER TABLE "shop" ADD CONSTRAINT "shop_grace_check" CHECK (grace_minutes BETWEEN 15 AND 1440 OR grace_minutes IS NULL);
ALTER TABLE "shop" ADD CONSTRAINT "shop_grace_until_check" CHECK (grace_until_minute BETWEEN 0 AND 1439 AND grace_minutes IS NULL OR grace_until_minute IS NULL);
ALTER TABLE "shop" ADD CONSTRAINT "shop_working_hours_check" CHECK (
  working_from_minute IS NULL AND working_to_minute IS NULL
  OR working_from_minute BETWEEN 0 AND 1439 AND working_to_minute BETWEEN 0 AND 1439 AND working_days <@ ARRAY[1, 2, 3, 4, 5, 6, 7] AND cardinality(working_days) > 0);
