-- DropIndex
DROP INDEX "work_shop_id_id_key";
