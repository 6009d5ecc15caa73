-- AlterTable
ALTER TABLE "order" ADD COLUMN     "erased_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "privacy_request" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "delivery_key" TEXT NOT NULL,
    "order_gids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "done_at" TIMESTAMPTZ(3),
    "done_by" TEXT,
    "erased" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "privacy_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_member" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "name_enc" BYTEA,
    "collaborator" BOOLEAN NOT NULL DEFAULT false,
    "rights" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "asked_for" TEXT,
    "granted_by" TEXT,
    "granted_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staff_member_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "privacy_request_shop_id_delivery_key_key" ON "privacy_request"("shop_id", "delivery_key");

-- CreateIndex
CREATE UNIQUE INDEX "privacy_request_shop_id_id_key" ON "privacy_request"("shop_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "staff_member_shop_id_user_id_key" ON "staff_member"("shop_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "staff_member_shop_id_id_key" ON "staff_member"("shop_id", "id");

-- AddForeignKey
ALTER TABLE "privacy_request" ADD CONSTRAINT "privacy_request_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_member" ADD CONSTRAINT "staff_member_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;
