-- AlterTable
ALTER TABLE "supplier_account" ADD COLUMN     "probe_asked" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "probe_at" TIMESTAMPTZ(6),
ADD COLUMN     "probe_is_counted" BOOLEAN NOT NULL DEFAULT false;

-- Told before waits were bounded: one call asks anew.
UPDATE "supplier_account" SET
  "paused_until" = least("paused_until", now() + interval '1 minute'),
  "rest_until" = least("rest_until", now() + interval '1 day');
