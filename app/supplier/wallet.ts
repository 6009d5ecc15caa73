import { z } from "zod";
import {
  type ExternalOrderId,
  type SupplierOrderId,
  toExternalOrderId,
  toLedgerEntryId,
  toSupplierOrderId,
} from "#app/platform/ids.ts";
import type { SendRequest } from "./request.ts";
import {
  amount,
  identifier,
  instant,
  keptAmount,
  lenient,
  type Page,
  pageOf,
  rupees,
  text,
  withRaw,
} from "./schema.ts";

/** Section Wallet, whole rupees. `held` is deposit plus reserves, the only sum the document gives. */
const walletSchema = withRaw(
  z.object({
    available: amount,
    pending: rupees,
    pendingOrders: rupees,
    held: rupees,
    heldDeposit: rupees,
    heldReserve: rupees,
    depositRequired: rupees,
    withdrawalsPending: rupees,
    currency: text,
  }),
);

const entryOrder = z.object({
  id: lenient(identifier.transform(toSupplierOrderId)),
  externalOrderId: lenient(identifier.transform(toExternalOrderId)),
});

/** Section LedgerEntry. `amount` is the signed change to Available, in rupees; `type` and `status` are open lists. */
export const ledgerEntrySchema = withRaw(
  z.object({
    id: identifier.transform(toLedgerEntryId),
    amount: keptAmount,
    type: text,
    status: text,
    description: text,
    createdAt: instant,
    order: z.unknown().nullish().transform(readEntryOrder),
  }),
);

/** What an entry says of its order, whose fields the document does not show. */
type EntryOrder = { readonly id?: SupplierOrderId | null; readonly externalOrderId?: ExternalOrderId | null };

/** Null where it is of no order; one named in words we do not know stays an order, without its ids. */
function readEntryOrder(value: unknown): EntryOrder | null {
  if (value === null || value === undefined) return null;
  const plainId = identifier.safeParse(value);
  if (plainId.success) return { id: toSupplierOrderId(plainId.data) };
  const read = entryOrder.safeParse(value);
  return read.success ? read.data : {};
}

export type Wallet = z.infer<typeof walletSchema>;
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;
export type LedgerFilter = { readonly type?: string; readonly limit?: number; readonly cursor?: string };

/** Calls that read the wallet and its ledger; amounts in rupees. They throw SupplierError. */
export function walletCalls(request: SendRequest) {
  return {
    async getWallet(): Promise<Wallet> {
      const spec = {
        method: "GET",
        route: "/wallet",
        path: "/wallet",
        effect: "read",
        retry: "safe",
      } as const;
      return (await request({ ...spec, schema: walletSchema })).value;
    },

    /** The ledger, newest first. */
    async listTransactions(filter: LedgerFilter = {}): Promise<Page<LedgerEntry>> {
      const path = "/wallet/transactions";
      const spec = { method: "GET", route: path, path, effect: "read", retry: "safe" } as const;
      return (await request({ ...spec, query: filter, schema: pageOf(ledgerEntrySchema) })).value;
    },
  };
}
