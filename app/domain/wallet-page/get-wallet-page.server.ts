import type { WalletFailure, WalletReading } from "#app/domain/context/read-wallet.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { toPageCursor } from "#app/platform/database/page-cursor.ts";
import { findWallet } from "../wallet/find-wallet.server.ts";
import { findWaitingSum, type WaitingSum } from "../wallet/funds/sum-waiting.server.ts";
import { findLedgerCopy, type LedgerCopyView } from "../wallet/ledger/find-copy.server.ts";
import { findBalance } from "./find-balance.server.ts";
import { findReserve } from "./find-reserve.server.ts";
import type { LedgerFilter, WalletQuery, WalletView } from "./ledger-filter.ts";
import { type BehindRow, type BehindSum, listBehind, sumBehind } from "./list-behind.server.ts";
import { type LedgerLineView, listLedger, type OtherSales, sumOtherSales } from "./list-ledger.server.ts";
import type { BalanceDay } from "./plan-balance.ts";
import type { ReserveMeter } from "./plan-reserve.ts";
import { limitsOrders, type ShopWallet, walletOf } from "./shop-wallet.server.ts";

const PAGE_SIZE = 25;

export type WalletPage = {
  readonly view: WalletView;
  readonly filter: LedgerFilter;
  /** As last read from the service; null where it never was. */
  readonly reading: WalletReading | null;
  /** Why it could not be read now. */
  readonly failure: WalletFailure | null;
  /** How far the ledger is copied; null before that began. */
  readonly copy: LedgerCopyView | null;
  /** Types and statuses the ledger has shown, as the service names them. */
  readonly types: readonly string[];
  readonly statuses: readonly string[];
  /** What this shop's orders account for. */
  readonly pending: BehindSum;
  readonly held: BehindSum;
  /** Null under a test key too: its orders need nothing of a wallet. */
  readonly reserve: ReserveMeter | null;
  /** What waits for funds; null where nothing does. */
  readonly waiting: WaitingSum | null;
  readonly balance: readonly BalanceDay[] | null;
  readonly others: OtherSales | null;
  readonly lines: readonly LedgerLineView[];
  readonly parcels: readonly BehindRow[];
  readonly next: string | null;
  readonly asOf: Date;
};

/** The wallet of the connection in use: its figures, what is behind them, and the ledger. Null while there is none. */
export async function getWalletPage(ctx: ShopContext, query: WalletQuery): Promise<WalletPage | null> {
  const wallet = walletOf(ctx);
  if (wallet === null || ctx.connection === null) return null;
  const [{ reading, failure }, copy] = await Promise.all([
    findWallet(ctx),
    findLedgerCopy(ctx.db, wallet, ctx.connection),
  ]);
  const availablePkr = reading?.availablePkr ?? null;
  const [pending, held, reserve, waiting, balance, list] = await Promise.all([
    sumBehind(ctx, wallet, "pending"),
    sumBehind(ctx, wallet, "held"),
    availablePkr === null || !limitsOrders(wallet) ? null : findReserve(ctx, wallet, availablePkr),
    findWaitingSum(ctx),
    reading === null ? null : findBalance(ctx, wallet, { ...reading, copy }),
    findList(ctx, wallet, query),
  ]);
  const seen = { types: copy?.types ?? [], statuses: copy?.statuses ?? [] };
  return {
    ...{ view: query.view, filter: query.filter, reading, failure, copy, ...seen },
    ...{ pending, held, reserve, waiting, balance, ...list },
    asOf: ctx.clock.now(),
  };
}

type List = Pick<WalletPage, "lines" | "parcels" | "others" | "next">;

async function findList(ctx: ShopContext, wallet: ShopWallet, query: WalletQuery): Promise<List> {
  const { view, filter, after } = query;
  const limit = PAGE_SIZE + 1;
  if (view !== "ledger") {
    const found = await listBehind(ctx, wallet, { figure: view, after, limit });
    const parcels = found.slice(0, PAGE_SIZE);
    return { lines: [], parcels, others: null, next: nextOf(found.length, parcels.at(-1)) };
  }
  const asksForSome = filter.type !== "" || filter.status !== "" || filter.order !== "";
  const [found, others] = await Promise.all([
    listLedger(ctx, wallet, { filter, after, limit, opensDescriptions: true }),
    asksForSome ? null : sumOtherSales(ctx, wallet, filter),
  ]);
  const lines = found.slice(0, PAGE_SIZE);
  const last = lines.at(-1);
  return { lines, parcels: [], others, next: nextOf(found.length, last && { ...last, key: last.bookedAt }) };
}

function nextOf(found: number, last: { readonly key: Date; readonly id: string } | undefined): string | null {
  return found > PAGE_SIZE && last ? toPageCursor({ key: last.key, id: last.id }) : null;
}
