import { toIso } from "./clock.ts";
import type { Audit, WalletAudit } from "./control.ts";
import { toParcelSummary } from "./control-parcels.ts";
import { findEarlyCalls } from "./early-calls.ts";
import { ledgerProblems } from "./ledger-rules.ts";
import type { Account, Mode, World } from "./state.ts";
import { waitingMargins } from "./wallet.ts";

export function auditWorld(world: World): Audit {
  const wallets = [...world.accounts.values()].flatMap((account) => [
    auditWallet(world, account, "live"),
    auditWallet(world, account, "test"),
  ]);
  return {
    now: toIso(world.clock.now()),
    orders: world.orders.map(toParcelSummary),
    imports: world.imports.map(({ id, integrationId, mode, productId, syncStatus, deleted }) => ({
      ...{ id, integrationId, mode, productId, syncStatus, deleted },
    })),
    webhooks: auditWebhooks(world),
    wallets,
    postsPerExternalOrderId: countPosts(world),
    earlyCalls: findEarlyCalls(world.requests, (keyId) => world.keys.get(keyId ?? "")?.accountId ?? null),
    problems: [
      ...wallets.flatMap((wallet) => walletProblems(world, wallet)),
      ...[...world.accounts.values()].flatMap(({ id, wallets: own }) =>
        (["live", "test"] as const).flatMap((mode) => ledgerProblems(world, own[mode], { id, mode })),
      ),
      ...bugs(world),
    ],
  };
}

export function auditWallet(world: World, account: Account, mode: Mode): WalletAudit {
  const { available, heldDeposit, heldReserve, ledger } = account.wallets[mode];
  const waiting = waitingMargins(world, account.id, mode);
  return {
    accountId: account.id,
    mode,
    available,
    pending: waiting.reduce((sum, order) => sum + order.expectedMargin, 0),
    held: heldDeposit + heldReserve,
    heldDeposit,
    heldReserve,
    ledgerSum: ledger.reduce((sum, entry) => sum + entry.amount, 0),
    ledger: ledger.map(({ id, kind, amount, orderId, createdAt }) => ({
      ...{ id, kind, amount, orderId },
      at: toIso(createdAt),
    })),
  };
}

function walletProblems(world: World, wallet: WalletAudit): string[] {
  const held = world.orders
    .filter((order) => order.accountId === wallet.accountId && order.mode === wallet.mode)
    .reduce((sum, order) => sum + order.reserveHeld, 0);
  const name = `${wallet.accountId}/${wallet.mode}`;
  const problems: string[] = [];
  if (wallet.available !== wallet.ledgerSum) {
    problems.push(`${name}: available ${wallet.available} is not the ledger's ${wallet.ledgerSum}`);
  }
  if (wallet.heldReserve !== held) {
    problems.push(`${name}: reserve ${wallet.heldReserve} is not the parcels' ${held}`);
  }
  return problems;
}

function auditWebhooks(world: World): Audit["webhooks"] {
  return [...world.integrations.values()].flatMap((integration) =>
    (["live", "test"] as const).map((mode) => {
      const { url, events, secret } = integration.webhooks[mode];
      return { integrationId: integration.id, mode, url, events, hasSecret: secret !== null };
    }),
  );
}

function countPosts(world: World): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { externalOrderId } of world.requests) {
    if (externalOrderId !== null) counts[externalOrderId] = (counts[externalOrderId] ?? 0) + 1;
  }
  return counts;
}

function bugs(world: World): string[] {
  return world.requests.flatMap(({ method, path, bug }) =>
    bug === null ? [] : [`${method} ${path} broke the stand-in: ${bug}`],
  );
}
