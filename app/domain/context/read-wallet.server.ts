import type { WalletReading as WalletRow } from "@prisma/client";
import {
  type ConnectionRefusalCode,
  isRefusalCode,
  toConnectionRefusal,
} from "#app/domain/messages/failures/connection-refusal.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { AccountId } from "#app/platform/ids.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { Wallet } from "#app/supplier/wallet.ts";
import type { ShopContext } from "./shop-context.server.ts";

/** Whose wallet: each mode of an account has its own. */
export type WalletKey = { readonly accountId: AccountId; readonly mode: Mode };

/** Whole rupees; null where the service did not say. */
export type WalletReading = {
  readonly availablePkr: Rupees;
  readonly pendingPkr: Rupees | null;
  readonly pendingOrders: number | null;
  /** Deposit and reserves, the only sum the document gives. */
  readonly heldPkr: Rupees | null;
  readonly heldDepositPkr: Rupees | null;
  readonly heldReservePkr: Rupees | null;
  readonly depositRequiredPkr: Rupees | null;
  readonly withdrawalsPendingPkr: Rupees | null;
  /** The figures are true as of then. */
  readonly readAt: Date;
};

/** `being_read`: another process asks for it at this moment. */
export type WalletFailure = ConnectionRefusalCode | "not_connected" | "being_read";

export type WalletReadResult = {
  /** As last read, whenever that was; null where it never was. */
  readonly reading: WalletReading | null;
  /** Why it could not be read now; null where the reading is as of now. */
  readonly failure: WalletFailure | null;
};

export type ReadWalletDeps = Pick<ShopContext, "db" | "clock">;

/** Refusals of one key; another shop's key of the same account may be taken. */
export function isOfKey(code: string): boolean {
  return code === "invalid_key" || code === "ip_not_allowed";
}

/** For so long pages show a reading, or why there is none, before the service is asked again. */
const FRESH_MS = 15_000;

/** The wallet as it was last read; asks nobody. */
export async function lastWallet(
  { db }: Pick<ReadWalletDeps, "db">,
  place: WalletKey,
): Promise<WalletReadResult> {
  const row = await db.walletReading.findUnique({ where: { accountKey_mode: keyOf(place) } });
  if (row === null) return { reading: null, failure: null };
  const reading = toReading(row);
  if (row.failure !== null) return { reading, failure: isRefusalCode(row.failure) ? row.failure : "refused" };
  const isAnswered = reading !== null && reading.readAt >= row.askedAt;
  return { reading, failure: isAnswered ? null : "being_read" };
}

/**
 * Asks the service now, and keeps what it says for pages. A refusal of the key alone says nothing of the wallet, which other
 * shops read with keys of their own. @throws SupplierError
 */
export async function readWallet(
  ctx: ReadWalletDeps,
  place: WalletKey,
  client: Pick<SupplierClient, "getWallet">,
): Promise<Wallet> {
  const askedAt = ctx.clock.now();
  try {
    const wallet = await client.getWallet();
    await saveReading(ctx, place, { wallet, askedAt });
    return wallet;
  } catch (error) {
    if (isSupplierError(error)) {
      const { code } = toConnectionRefusal(error);
      await (isOfKey(code) ? outdateWallet(ctx, place) : saveFailure(ctx, place, code, askedAt));
    }
    throw error;
  }
}

/** We have just spent from it: the next page asks the service, however young the reading is. */
export async function outdateWallet({ db }: Pick<ReadWalletDeps, "db">, place: WalletKey): Promise<void> {
  await db.walletReading.updateMany({ where: keyOf(place), data: { askedAt: new Date(0) } });
}

/** False where somebody asked within the last 15 seconds. */
export async function claimTurn({ db, clock }: ReadWalletDeps, place: WalletKey): Promise<boolean> {
  const { accountKey, mode } = keyOf(place);
  const now = clock.now();
  const dueFrom = new Date(now.getTime() - FRESH_MS);
  const claimed = await db.$executeRaw`
    insert into wallet_reading (account_key, mode, asked_at) values (${accountKey}, ${mode}, ${now}::timestamptz)
    on conflict (account_key, mode) do update set asked_at = excluded.asked_at, failure = null
    where wallet_reading.asked_at <= ${dueFrom}::timestamptz`;
  return claimed > 0;
}

type WalletAnswer = { readonly wallet: Wallet; readonly askedAt: Date };

/** Of two answers that cross, the one asked for last stays. */
async function saveReading(
  { db }: ReadWalletDeps,
  place: WalletKey,
  { wallet, askedAt }: WalletAnswer,
): Promise<void> {
  const { accountKey, mode } = keyOf(place);
  await db.$executeRaw`
    insert into wallet_reading (account_key, mode, asked_at, read_at, available_pkr, pending_pkr, pending_orders, held_pkr,
      held_deposit_pkr, held_reserve_pkr, deposit_required_pkr, withdrawals_pending_pkr)
    values (${accountKey}, ${mode}, ${askedAt}::timestamptz, ${askedAt}::timestamptz, ${bounded(wallet.available)}::int,
      ${bounded(wallet.pending)}::int, ${bounded(wallet.pendingOrders)}::int, ${bounded(wallet.held)}::int,
      ${bounded(wallet.heldDeposit)}::int, ${bounded(wallet.heldReserve)}::int,
      ${bounded(wallet.depositRequired)}::int, ${bounded(wallet.withdrawalsPending)}::int)
    on conflict (account_key, mode) do update set
      asked_at = greatest(wallet_reading.asked_at, excluded.asked_at), failure = null, read_at = excluded.read_at,
      available_pkr = excluded.available_pkr, pending_pkr = excluded.pending_pkr,
      pending_orders = excluded.pending_orders, held_pkr = excluded.held_pkr,
      held_deposit_pkr = excluded.held_deposit_pkr, held_reserve_pkr = excluded.held_reserve_pkr,
      deposit_required_pkr = excluded.deposit_required_pkr,
      withdrawals_pending_pkr = excluded.withdrawals_pending_pkr
    where wallet_reading.read_at is null or wallet_reading.read_at <= excluded.read_at`;
}

async function saveFailure(
  { db }: ReadWalletDeps,
  place: WalletKey,
  code: ConnectionRefusalCode,
  askedAt: Date,
): Promise<void> {
  const { accountKey, mode } = keyOf(place);
  await db.$executeRaw`
    insert into wallet_reading (account_key, mode, asked_at, failure)
    values (${accountKey}, ${mode}, ${askedAt}::timestamptz, ${code})
    on conflict (account_key, mode) do update set asked_at = excluded.asked_at, failure = excluded.failure
    where wallet_reading.asked_at <= excluded.asked_at`;
}

/** Under what a reading is kept. */
export function keyOf({ accountId, mode }: WalletKey) {
  return { accountKey: accountKeyOf(accountId), mode };
}

/** The columns' bound. */
const MOST = 2_147_483_647;

function bounded(amount: Rupees | null | undefined): Rupees | null {
  return amount === null || amount === undefined ? null : rupees(Math.max(-MOST, Math.min(amount, MOST)));
}

function toReading({ availablePkr, readAt, ...row }: WalletRow): WalletReading | null {
  if (availablePkr === null || readAt === null) return null;
  const { pendingPkr, pendingOrders, heldPkr, heldDepositPkr, heldReservePkr } = row;
  const { depositRequiredPkr, withdrawalsPendingPkr } = row;
  const held = { heldPkr, heldDepositPkr, heldReservePkr };
  return {
    ...{ availablePkr, pendingPkr, pendingOrders, ...held, depositRequiredPkr, withdrawalsPendingPkr },
    readAt,
  };
}
