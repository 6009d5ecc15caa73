-- AlterTable
ALTER TABLE "shop" ADD COLUMN     "customer_language" TEXT NOT NULL DEFAULT 'en',
ADD COLUMN     "customer_words_en" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "customer_words_roman_urdu" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "customer_words_ur" TEXT NOT NULL DEFAULT '';

ALTER TABLE "shop" ADD CONSTRAINT "shop_customer_language_check" CHECK (customer_language IN ('en', 'roman_urdu', 'ur'));
