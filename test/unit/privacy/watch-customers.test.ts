import { describe, expect, it } from "vitest";
import { ordersByTable } from "#app/domain/privacy/record-access.server.ts";
import { watchCustomers } from "#app/domain/privacy/watch-customers.ts";
import { createCrypto, type SealedPlace } from "#app/platform/crypto/crypto.ts";
import { sealedColumns } from "#app/platform/crypto/sealed-columns.ts";

const crypto = createCrypto([{ id: "k", key: Buffer.alloc(32, 1) }]);
const customer = { table: "order", row: "o1", column: "customer_enc" };
const secret = { table: "supplier_connection", row: "c1", column: "key_secret_enc" };
const fact = (thing: string) => ({ table: "timeline_entry", row: `s1/${thing}/o2`, column: "words_enc" });

function openAll(watch: ReturnType<typeof watchCustomers>, places: readonly SealedPlace[]): void {
  for (const place of places) expect(watch.crypto.openText(crypto.seal("text", place), place)).toBe("text");
}

describe("a watch over customers", () => {
  it("remembers each row of which something about a customer was opened, and no secret", () => {
    const watch = watchCustomers(crypto);
    openAll(watch, [customer, customer, secret, fact("order"), fact("listing")]);
    expect(
      watch.crypto.open(crypto.seal("x", { ...customer, row: "o3" }), { ...customer, row: "o3" }),
    ).toEqual(Buffer.from("x"));
    expect([...watch.end()].map(([table, rows]) => [table, [...rows]])).toEqual([
      ["order", ["o1", "o3"]],
      ["timeline_entry", ["s1/order/o2"]],
    ]);
  });

  it("opens no customer once it is over, and secrets still", () => {
    const watch = watchCustomers(crypto);
    watch.end();
    expect(() => watch.crypto.openText(crypto.seal("text", customer), customer)).toThrow(/after the answer/);
    openAll(watch, [secret]);
  });

  it("takes every sealed column for a customer's but these", () => {
    const own = sealedColumns.filter(({ holds }) => holds === "own");
    expect(own.map(({ table, column }) => `${table}.${column}`)).toEqual([
      "hash_key.key_enc",
      ...["shopify_session.access_token_enc", "shopify_session.refresh_token_enc"],
      ...["supplier_connection.key_secret_enc", "supplier_connection.webhook_token_enc"],
      ...["supplier_connection.webhook_secret_enc", "supplier_connection.webhook_secret_previous_enc"],
      ...["staff_member.name_enc", "mail_recipient.address_enc", "mail.content_enc"],
    ]);
  });

  it("finds the orders by every table that may be about a customer", () => {
    const tables = sealedColumns.filter(({ holds }) => holds === "customer").map(({ table }) => table);
    for (const table of new Set(tables)) expect(Object.keys(ordersByTable)).toContain(table);
  });
});
