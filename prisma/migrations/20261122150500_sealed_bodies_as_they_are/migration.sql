-- What is sealed does not shrink: PostgreSQL need not try, and keeps in the row what fits into it.
ALTER TABLE "delivery" ALTER COLUMN "body_enc" SET STORAGE EXTERNAL;
ALTER TABLE "delivery" SET (toast_tuple_target = 8160);
