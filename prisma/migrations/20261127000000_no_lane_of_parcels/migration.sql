-- No kind of work has the lane; a row that an earlier version left in it would not be enqueued any more.
UPDATE "work" SET "lane" = 'orders' WHERE "lane" = 'parcels';

ALTER TABLE "work" DROP CONSTRAINT "work_lane_check";
ALTER TABLE "work" ADD CONSTRAINT "work_lane_check" CHECK (lane IN ('orders', 'stock', 'bulk', 'sweeps'));
