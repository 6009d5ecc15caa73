import { z } from "zod";
import { type WalletQuery, walletViews } from "#app/domain/wallet-page/ledger-filter.ts";
import { parsePageCursor } from "#app/platform/page-cursor.ts";

const word = z.string().trim().max(100).catch("");
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .nullable()
  .catch(null);

const query = z.object({
  show: z.enum(walletViews).catch("ledger"),
  type: word,
  status: word,
  from: day,
  to: day,
  order: z.string().trim().max(40).catch(""),
  after: z.string().transform(parsePageCursor).nullable().catch(null),
});

/** What an address of the wallet asks for; what it does not understand is left open. */
export function readWalletQuery(params: URLSearchParams): WalletQuery {
  const { show, after, ...filter } = query.parse(Object.fromEntries(params));
  return { view: show, filter, after };
}
