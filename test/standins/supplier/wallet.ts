import { DAY_MS } from "./clock.ts";
import { newId, nextSeq } from "./ids.ts";
import type { Account, LedgerKind, Mode, Order, Wallet, World } from "./state.ts";

/** No money moves with a test key, unless the sandbox has a wallet of its own. */
export function moneyMoves(world: World, mode: Mode): boolean {
  return mode === "live" || world.undefinedBehaviour.testWallet === "sandbox";
}

export function getAccount(world: World, accountId: string): Account {
  const account = world.accounts.get(accountId);
  if (account === undefined) throw new Error(`No account ${accountId}`);
  return account;
}

function walletOf(world: World, order: Order): Wallet {
  return getAccount(world, order.accountId).wallets[order.mode];
}

/** The only way Available changes: by an entry of the ledger. */
export function enter(
  world: World,
  wallet: Wallet,
  mode: Mode,
  entry: { kind: LedgerKind; amount: number; orderId?: string; description?: string; status?: string },
): void {
  if (entry.amount === 0) return;
  wallet.available += entry.amount;
  wallet.ledger.push({
    seq: nextSeq(world, "ledger"),
    id: newId(world, "led", mode),
    kind: entry.kind,
    amount: entry.amount,
    status: entry.status ?? "completed",
    description: entry.description ?? null,
    createdAt: world.clock.now(),
    orderId: entry.orderId ?? null,
  });
}

export function enterForOrder(world: World, order: Order, kind: LedgerKind, amount: number): void {
  if (!moneyMoves(world, order.mode)) return;
  const description = `Order ${order.orderNumber ?? order.externalOrderId}`;
  enter(world, walletOf(world, order), order.mode, { kind, amount, orderId: order.id, description });
}

/** Holds the possible charge of a refusal while the COD parcel is open. */
export function holdReserve(world: World, order: Order): void {
  if (!moneyMoves(world, order.mode)) return;
  enterForOrder(world, order, "reserve_held", -order.rtoReserve);
  walletOf(world, order).heldReserve += order.rtoReserve;
  order.reserveHeld = order.rtoReserve;
}

export function releaseReserve(world: World, order: Order): void {
  const amount = order.reserveHeld;
  forgetReserve(world, order);
  enterForOrder(world, order, "reserve_released", amount);
}

/** The reserve becomes the charge itself: Available does not change, so the ledger has no entry. */
export function forgetReserve(world: World, order: Order): void {
  walletOf(world, order).heldReserve -= order.reserveHeld;
  order.reserveHeld = 0;
}

/** A top-up fills the deposit first. */
export function topUp(world: World, account: Account, mode: Mode, amount: number): void {
  const wallet = account.wallets[mode];
  enter(world, wallet, mode, { kind: "top_up", amount, description: "Top-up" });
  const missing = Math.max(0, world.terms.depositAmount - wallet.heldDeposit);
  setDeposit(world, account, mode, wallet.heldDeposit + Math.min(missing, Math.max(0, wallet.available)));
}

/** Moves money between Available and the deposit until the deposit is this much. */
export function setDeposit(world: World, account: Account, mode: Mode, amount: number): void {
  const wallet = account.wallets[mode];
  enter(world, wallet, mode, { kind: "deposit", amount: wallet.heldDeposit - amount });
  wallet.heldDeposit = amount;
}

export function withdraw(world: World, account: Account, mode: Mode, amount: number): void {
  const wallet = account.wallets[mode];
  enter(world, wallet, mode, { kind: "withdrawal", amount: -amount, status: "pending" });
  wallet.withdrawalsPending += amount;
}

export function settleWithdrawals(account: Account, mode: Mode): void {
  const wallet = account.wallets[mode];
  wallet.withdrawalsPending = 0;
  for (const entry of wallet.ledger) if (entry.kind === "withdrawal") entry.status = "completed";
}

/** Margins of delivered COD parcels that wait for their date. */
export function waitingMargins(world: World, accountId: string, mode: Mode): Order[] {
  return world.orders.filter(
    (order) =>
      order.accountId === accountId &&
      order.mode === mode &&
      order.paymentMode === "COD" &&
      order.status === "DELIVERED" &&
      order.marginStatus === "PENDING",
  );
}

const MADE_UP = "Made up";

/** Made-up sales of the account before all that is booked: pairs that cancel out, evenly over these days; in place of those made up before. */
export function addOldEntries(
  world: World,
  wallet: Wallet,
  mode: Mode,
  { count, days }: { count: number; days: number },
): void {
  const before = wallet.ledger.filter(({ description }) => description === MADE_UP);
  wallet.available -= before.reduce((sum, { amount }) => sum + amount, 0);
  wallet.ledger = wallet.ledger.filter(({ description }) => description !== MADE_UP);
  const oldest = wallet.ledger.reduce(
    (first, { seq, createdAt }) => ({
      seq: Math.min(first.seq, seq),
      at: Math.min(first.at, createdAt),
    }),
    { seq: 0, at: world.clock.now() },
  );
  for (let index = 1; index <= count; index += 1) {
    const amount = 100 + (Math.floor((index - 1) / 2) % 900);
    wallet.ledger.push({
      ...{ seq: oldest.seq - index, id: newId(world, "led", mode), kind: "top_up", status: "completed" },
      ...{ amount: index % 2 === 0 ? amount : -amount, description: MADE_UP, orderId: null },
      createdAt: oldest.at - Math.round((index * days * DAY_MS) / count),
    });
  }
  if (count % 2 === 1) wallet.available += wallet.ledger.at(-1)?.amount ?? 0;
}
