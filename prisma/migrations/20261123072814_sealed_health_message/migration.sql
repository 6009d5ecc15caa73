-- AlterTable
ALTER TABLE "supplier_connection" DROP COLUMN "health_message",
ADD COLUMN     "health_message_enc" BYTEA;

-- What the service said goes: the next check that is refused writes it again, sealed.
UPDATE "attention" SET params = params - 'serviceMessage' WHERE thing = 'connection' AND jsonb_typeof(params) = 'object';
