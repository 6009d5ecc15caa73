import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportLedger } from "#app/domain/wallet-page/export-ledger.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { sendCsv } from "../send-csv.server.ts";
import { readWalletQuery } from "./wallet-query.server.ts";

/** The lines of the ledger that the filters let through as a CSV file, sent while it is read. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const { filter } = readWalletQuery(new URL(args.request.url).searchParams);
  return sendCsv("ledger", exportLedger(ctx, { filter, by }));
}
