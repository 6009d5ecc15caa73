ALTER TABLE "notification_choice" DROP CONSTRAINT "notification_choice_kind_check";
ALTER TABLE "notification_choice" ADD CONSTRAINT "notification_choice_kind_check" CHECK (kind IN ('orders_waiting', 'awaiting_funds', 'reserve_low', 'connection_lost', 'prices_up', 'products_removed', 'parcels_standing', 'settlement_differs', 'delivery_moved'));

ALTER TABLE "mail" DROP CONSTRAINT "mail_kind_check";
ALTER TABLE "mail" ADD CONSTRAINT "mail_kind_check" CHECK (kind IN ('orders_waiting', 'awaiting_funds', 'reserve_low', 'connection_lost', 'prices_up', 'products_removed', 'parcels_standing', 'settlement_differs', 'delivery_moved', 'digest', 'confirm', 'test'));
