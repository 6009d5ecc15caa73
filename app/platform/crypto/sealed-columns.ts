import type { SealedPlace } from "./crypto.ts";

/** A column of sealed values. Every table that has one has a primary key `id`. */
export type SealedColumn = {
  readonly table: string;
  readonly column: string;
  readonly idType: "uuid" | "bigint" | "text";
  /** SQL for the row a value is sealed to. */
  readonly row: string;
  /** customer: what may be about a customer, their own words and the service's among them · own: secrets, names of staff */
  readonly holds: "customer" | "own";
};

const ofRow = (holds: SealedColumn["holds"], table: string, column: string): SealedColumn => ({
  ...{ table, column, holds },
  idType: "uuid",
  row: "id::text",
});

/** Every sealed column there is; a test compares the list with the schema. Erased values are empty. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: "hash_key", column: "key_enc", idType: "text", row: "id", holds: "own" },
  { table: "shopify_session", column: "access_token_enc", idType: "text", row: "id", holds: "own" },
  { table: "shopify_session", column: "refresh_token_enc", idType: "text", row: "id", holds: "own" },
  ofRow("own", "supplier_connection", "key_secret_enc"),
  ofRow("own", "supplier_connection", "webhook_token_enc"),
  ofRow("own", "supplier_connection", "webhook_secret_enc"),
  ofRow("own", "supplier_connection", "webhook_secret_previous_enc"),
  ofRow("customer", "supplier_connection", "health_message_enc"),
  { table: "delivery", column: "body_enc", idType: "bigint", row: "source || '/' || key", holds: "customer" },
  ofRow("customer", "order", "customer_enc"),
  { ...ofRow("customer", "order_decision", "detail_enc"), row: "order_id::text" },
  ofRow("customer", "handoff", "customer_enc"),
  ofRow("customer", "handoff", "standing_enc"),
  ofRow("customer", "handoff_attempt", "body_enc"),
  ofRow("customer", "handoff_attempt", "error_words_enc"),
  ofRow("customer", "parcel", "raw_enc"),
  ofRow("customer", "payment_intent", "message_enc"),
  ofRow("customer", "parcel", "cancellation_reason_enc"),
  ofRow("customer", "ledger_entry", "raw_enc"),
  ofRow("customer", "bulk_item", "reason_enc"),
  ofRow("customer", "attention", "words_enc"),
  {
    ...{ table: "timeline_entry", column: "words_enc", idType: "bigint" },
    ...{ row: "shop_id::text || '/' || thing || '/' || thing_id", holds: "customer" },
  },
  ofRow("own", "staff_member", "name_enc"),
  ofRow("own", "mail_recipient", "address_enc"),
  ofRow("own", "mail", "content_enc"),
];

/** Where a value of this column and row is sealed to. */
export function sealedPlace({ table, column }: SealedColumn, row: string): SealedPlace {
  return { table, row, column };
}
