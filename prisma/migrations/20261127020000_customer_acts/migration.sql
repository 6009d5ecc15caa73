ALTER TABLE "timeline_entry" DROP CONSTRAINT "timeline_entry_actor_check";
ALTER TABLE "timeline_entry" ADD CONSTRAINT "timeline_entry_actor_check" CHECK (actor IN ('karwan', 'shopify', 'supplier', 'courier', 'person', 'customer'));
