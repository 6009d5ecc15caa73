-- CreateTable
CREATE TABLE "storefront_day" (
    "shop_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "pages" INTEGER NOT NULL,

    CONSTRAINT "storefront_day_pkey" PRIMARY KEY ("shop_id","day")
);

-- AddForeignKey
ALTER TABLE "storefront_day" ADD CONSTRAINT "storefront_day_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;
