import { auditWallet } from "./audit.ts";
import { MINUTE_MS, utcDay } from "./clock.ts";
import type { SupplierControl, WalletAudit } from "./control.ts";
import { receivePaid } from "./order-moves.ts";
import type { Account, Mode, World } from "./state.ts";
import { PLANS } from "./terms.ts";
import {
  addOldEntries,
  enter,
  getAccount,
  setDeposit,
  settleWithdrawals,
  topUp,
  withdraw,
} from "./wallet.ts";

type AccountChange = Parameters<SupplierControl["setAccount"]>[0];
type WalletRef = { accountId?: string; mode?: Mode };

/** The named account, else the only or first one. */
function pickAccount(world: World, accountId: string | undefined): Account {
  return getAccount(world, accountId ?? [...world.accounts.keys()][0] ?? "");
}

export function changeAccount(world: World, input: AccountChange): void {
  const account = pickAccount(world, input.accountId);
  account.status = input.status ?? account.status;
  account.statusReason = input.statusReason ?? account.statusReason;
  account.plan = input.plan ?? account.plan;
  account.tier = input.tier ?? account.tier;
  account.capLifted = input.capLifted ?? account.capLifted;
  account.feeBasis = input.feeBasis ?? account.feeBasis;
  if (input.deposit !== undefined) setDeposit(world, account, "live", input.deposit);
  if (input.allowedIps === undefined) return;
  for (const key of world.keys.values()) {
    if (key.accountId === account.id) key.allowedIps = input.allowedIps;
  }
}

export function payIn(world: World, input: WalletRef & { amount: number }): WalletAudit {
  const account = pickAccount(world, input.accountId);
  const mode = input.mode ?? "live";
  topUp(world, account, mode, input.amount);
  if (world.undefinedBehaviour.topUpPaysWaiting) payWaiting(world, account, mode);
  return auditWallet(world, account, mode);
}

function payWaiting(world: World, account: Account, mode: Mode): void {
  for (const order of world.orders) {
    const waits = order.accountId === account.id && order.mode === mode && order.status === "AWAITING_FUNDS";
    const cost = order.wholesaleTotal + order.shippingCost;
    if (waits && account.wallets[mode].available >= cost) receivePaid(world, order);
  }
}

export function payOut(world: World, input: WalletRef & { amount: number }): WalletAudit {
  const account = pickAccount(world, input.accountId);
  withdraw(world, account, input.mode ?? "live", input.amount);
  return auditWallet(world, account, input.mode ?? "live");
}

export function finishPayOuts(world: World, input: WalletRef): WalletAudit {
  const account = pickAccount(world, input.accountId);
  settleWithdrawals(account, input.mode ?? "live");
  return auditWallet(world, account, input.mode ?? "live");
}

export function fillLedger(
  world: World,
  { accountId, mode = "live", count, days = 100 }: Parameters<SupplierControl["addLedgerEntries"]>[0],
): void {
  addOldEntries(world, pickAccount(world, accountId).wallets[mode], mode, { count, days });
}

export function changeEntry(world: World, input: Parameters<SupplierControl["setLedgerEntry"]>[0]): void {
  const { id, accountId, mode = "live", shown, status, orderId, description } = input;
  const entry = pickAccount(world, accountId).wallets[mode].ledger.find((each) => each.id === id);
  if (entry === undefined) throw new Error(`No ledger entry ${id}`);
  if (shown !== undefined) entry.shown = shown === "whole" ? undefined : shown;
  entry.status = status ?? entry.status;
  entry.description = description ?? entry.description;
  if (orderId !== undefined) entry.orderId = orderId;
}

export function buyPlan(world: World, input: Parameters<SupplierControl["buyPlan"]>[0]): WalletAudit {
  const account = pickAccount(world, input.accountId);
  const { pricePkr, name } = PLANS[input.plan];
  enter(world, account.wallets.live, "live", {
    kind: "plan",
    amount: 0 - pricePkr,
    description: `Plan ${name}`,
  });
  account.plan = input.plan;
  return auditWallet(world, account, "live");
}

export function useUpQuota(world: World, input: Parameters<SupplierControl["spendQuota"]>[0]): void {
  const { usage } = pickAccount(world, input.accountId);
  const now = world.clock.now();
  const day = utcDay(now);
  const minute = Math.floor(now / MINUTE_MS);
  usage.dayCount = (usage.day === day ? usage.dayCount : 0) + (input.day ?? 0);
  usage.minuteCount = (usage.minute === minute ? usage.minuteCount : 0) + (input.minute ?? 0);
  usage.day = day;
  usage.minute = minute;
}
