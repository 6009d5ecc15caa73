import type { LedgerEntry, Mode, Order, Wallet, World } from "./state.ts";
import { moneyMoves } from "./wallet.ts";

/** Entries that belong to no order. */
const OF_THE_ACCOUNT = new Set(["top_up", "deposit", "withdrawal", "plan"]);

/**
 * What the ledger says of orders against the document's Money rules: each line of an order names it, and the lines of a
 * parcel add up to what the rules take and give in its state. Where the document gives no sum (a prepaid refusal, a
 * return) the parcel's own figures have to account for it; a refund may not exceed what was taken.
 */
export function ledgerProblems(world: World, wallet: Wallet, account: { id: string; mode: Mode }): string[] {
  const orders = world.orders.filter(
    (order) => order.accountId === account.id && order.mode === account.mode,
  );
  const known = new Set(orders.map(({ id }) => id));
  const loose = wallet.ledger
    .filter(({ kind, orderId }) => (orderId === null ? !OF_THE_ACCOUNT.has(kind) : !known.has(orderId)))
    .map(({ id, kind }) => `ledger entry ${id} (${kind}) names no order of the account`);
  const byOrder = Map.groupBy(wallet.ledger, ({ orderId }) => orderId);
  return [...loose, ...orders.flatMap((order) => orderProblems(world, order, byOrder.get(order.id) ?? []))];
}

function orderProblems(world: World, order: Order, entries: readonly LedgerEntry[]): string[] {
  const name = `parcel ${order.id} (${order.paymentMode}, ${order.status}, ${order.marginStatus})`;
  if (!moneyMoves(world, order.mode)) return entries.length > 0 ? [`${name} moved money in test mode`] : [];
  const { least, most } = boundsOf(order);
  const booked = entries.reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...(booked < least || booked > most ? [`${name} booked ${booked}, not ${least} to ${most}`] : []),
    ...(new Set(entries.map(({ kind }) => kind)).size < entries.length
      ? [`${name} booked a line twice`]
      : []),
    ...earlyReleases(order, entries).map(({ kind }) => `${name} booked ${kind} before its release date`),
  ];
}

/** What the lines of a parcel add up to now (Money rules 4 to 6). */
function boundsOf(order: Order): { least: number; most: number } {
  const cost = order.wholesaleTotal + order.shippingCost;
  const fee = order.platformFee.amount;
  const exactly = (sum: number) => ({ least: sum, most: sum });
  const isReleased = order.marginStatus === "RELEASED";
  const came = order.returnCredit - order.rtoCharge;
  if (order.paymentMode === "COD") {
    if (order.status === "CANCELLED") return exactly(0);
    if (order.status === "RETURNED" && order.returnType === "rto")
      return exactly(-order.shippingCost - order.returnShippingCost);
    if (order.status === "RETURNED") return exactly(came);
    if (order.status === "DELIVERED") return exactly(isReleased ? order.codAmount - cost - fee : 0);
    return exactly(-order.shippingCost - order.returnShippingCost);
  }
  if (order.status === "AWAITING_FUNDS") return exactly(0);
  if (order.status === "CANCELLED")
    return order.history.some(({ status }) => status === "RECEIVED") ? { least: -cost, most: 0 } : exactly(0);
  if (order.status === "RETURNED") return exactly(came - cost);
  return exactly(isReleased ? -cost - fee : -cost);
}

function earlyReleases({ history, marginReleaseAt }: Order, entries: readonly LedgerEntry[]) {
  const deliveredAt = history.findLast(({ status }) => status === "DELIVERED")?.at ?? null;
  return entries.filter(
    ({ kind, createdAt }) =>
      (kind === "margin" || kind === "platform_fee") &&
      (deliveredAt === null || createdAt < (marginReleaseAt ?? deliveredAt)),
  );
}
