-- CreateTable
CREATE TABLE "storefront_try" (
    "shop_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "tries" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "storefront_try_pkey" PRIMARY KEY ("shop_id","key")
);

-- AddForeignKey
ALTER TABLE "storefront_try" ADD CONSTRAINT "storefront_try_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;
