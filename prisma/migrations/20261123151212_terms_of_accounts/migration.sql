-- DropForeignKey
ALTER TABLE "terms" DROP CONSTRAINT "terms_shop_id_fkey";

-- DropIndex
DROP INDEX "terms_shop_id_mode_seen_since_idx";

-- AlterTable
ALTER TABLE "price_change" ADD COLUMN     "costs" JSONB;

-- AlterTable
ALTER TABLE "terms" DROP COLUMN "seen_since",
DROP COLUMN "shop_id",
DROP COLUMN "terms",
ADD COLUMN     "account_key" TEXT NOT NULL,
ADD COLUMN     "figure" TEXT NOT NULL,
ADD COLUMN     "seen_at" TIMESTAMPTZ(3) NOT NULL,
ADD COLUMN     "source" TEXT NOT NULL,
ADD COLUMN     "value" JSONB NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "terms_account_key_mode_figure_seen_at_key" ON "terms"("account_key", "mode", "figure", "seen_at");
