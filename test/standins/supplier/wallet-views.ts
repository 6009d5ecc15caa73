import { toIso } from "./clock.ts";
import { pageOf } from "./pages.ts";
import type { Answer, Call, LedgerEntry, LedgerKind, World } from "./state.ts";
import { moneyMoves, waitingMargins } from "./wallet.ts";

export function getWallet(world: World, call: Call): Answer {
  const moves = moneyMoves(world, call.mode);
  const wallet = call.account.wallets[call.mode];
  const waiting = moves ? waitingMargins(world, call.account.id, call.mode) : [];
  return {
    status: 200,
    body: {
      available: wallet.available,
      pending: waiting.reduce((sum, order) => sum + order.expectedMargin, 0),
      pendingOrders: waiting.length,
      held: wallet.heldDeposit + wallet.heldReserve,
      heldDeposit: wallet.heldDeposit,
      heldReserve: wallet.heldReserve,
      depositRequired: moves ? world.terms.depositAmount : 0,
      withdrawalsPending: wallet.withdrawalsPending,
      currency: "PKR",
    },
  };
}

export function listTransactions(world: World, call: Call): Answer {
  const type = call.query.get("type");
  const rows = call.account.wallets[call.mode].ledger.filter(
    (entry) => entry.shown !== "hidden" && (type === null || ledgerTypeOf(world, entry.kind) === type),
  );
  const page = pageOf("ledger", rows, call.query, "descending", world.undefinedBehaviour.ledgerPage);
  const data = page.data.map((entry) => toEntryView(world, entry));
  return { status: 200, body: { data, nextCursor: page.nextCursor } };
}

/** What the service calls a kind of entry; the document names none. */
function ledgerTypeOf(world: World, kind: LedgerKind): string {
  switch (world.undefinedBehaviour.ledgerTypes) {
    case "upper_snake":
      return kind.toUpperCase();
    case "lower_dotted":
      return `wallet.${kind.replaceAll("_", ".")}`;
    case "opaque":
      return `T${[...kind].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7)}`;
  }
}

function toEntryView(world: World, entry: LedgerEntry): Record<string, unknown> {
  return {
    id: entry.id,
    amount: entry.shown === "garbled" ? `Rs ${entry.amount}` : entry.amount,
    type: ledgerTypeOf(world, entry.kind),
    status: entry.status,
    description: entry.description,
    createdAt: entry.shown === "undated" ? null : toIso(entry.createdAt),
    order: toEntryOrder(world, entry),
  };
}

function toEntryOrder(world: World, entry: LedgerEntry): Record<string, unknown> | null {
  const order = world.orders.find(({ id }) => id === entry.orderId);
  if (order === undefined) return null;
  const { id, externalOrderId, orderNumber } = order;
  switch (world.undefinedBehaviour.ledgerOrder) {
    case "full":
      return { id, externalOrderId, orderNumber };
    case "id_only":
      return { id };
    case "external_only":
      return { externalOrderId };
    case "number_only":
      return { orderNumber };
  }
}
