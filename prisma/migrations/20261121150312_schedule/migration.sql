-- AlterTable
ALTER TABLE "parcel" ADD COLUMN     "listed_at" TIMESTAMPTZ(3),
ADD COLUMN     "missed_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "schedule" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "mode" TEXT NOT NULL DEFAULT '',
    "every_ms" INTEGER NOT NULL,
    "next_run_at" TIMESTAMPTZ(3) NOT NULL,
    "queued_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "progress" JSONB,
    "watermark" TIMESTAMPTZ(3),
    "last_ran_at" TIMESTAMPTZ(3),
    "last_result" JSONB,
    "last_error" TEXT,
    "calls_day" DATE,
    "calls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "schedule_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "schedule_next_run_at_idx" ON "schedule"("next_run_at");

-- CreateIndex
CREATE UNIQUE INDEX "schedule_shop_id_kind_mode_key" ON "schedule"("shop_id", "kind", "mode");

-- CreateIndex
CREATE UNIQUE INDEX "schedule_shop_id_id_key" ON "schedule"("shop_id", "id");

-- CreateIndex
CREATE INDEX "delivery_shop_id_id_idx" ON "delivery"("shop_id", "id");

-- AddForeignKey
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;
