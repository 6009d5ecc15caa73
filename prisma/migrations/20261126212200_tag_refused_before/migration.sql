ALTER TABLE "shop" ADD COLUMN "tag_refused_before" BOOLEAN NOT NULL DEFAULT false;
