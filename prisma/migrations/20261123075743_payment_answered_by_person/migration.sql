-- A payment nobody can find out about is answered by a person who looked into the wallet.
ALTER TABLE "payment_intent" DROP CONSTRAINT "payment_intent_evidence_check";
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_evidence_check"
  CHECK ("evidence" IN ('answer', 'parcel', 'ledger', 'never_sent', 'person'));
