-- Work that was given up is counted at each look at the metrics; there is next to none of it.
CREATE INDEX "work_dead" ON "work" ("kind") WHERE "dead_at" IS NOT NULL;
