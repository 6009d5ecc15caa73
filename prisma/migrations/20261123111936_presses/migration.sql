-- CreateTable
CREATE TABLE "press" (
    "shop_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "outcome" TEXT NOT NULL,
    "location" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "press_pkey" PRIMARY KEY ("shop_id","id")
);

-- AddForeignKey
ALTER TABLE "press" ADD CONSTRAINT "press_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;
