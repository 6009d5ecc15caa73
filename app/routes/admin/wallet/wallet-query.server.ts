import { z } from "zod";
import { type WalletQuery, walletViews } from "#app/domain/wallet-page/ledger-filter.ts";
import { parsePageCursor } from "#app/platform/database/page-cursor.ts";
import { dayInUrl } from "../day-in-url.ts";
import { WITHOUT_NUL } from "../without-nul.ts";

const word = (most: number) => z.string().trim().max(most).regex(WITHOUT_NUL).catch("");
const day = dayInUrl.nullable().catch(null);

const query = z.object({
  show: z.enum(walletViews).catch("ledger"),
  type: word(100),
  status: word(100),
  from: day,
  to: day,
  order: word(40),
  after: z.string().transform(parsePageCursor).nullable().catch(null),
});

/** What an address of the wallet asks for; what it does not understand is left open. */
export function readWalletQuery(params: URLSearchParams): WalletQuery {
  const { show, after, ...filter } = query.parse(Object.fromEntries(params));
  return { view: show, filter, after };
}
