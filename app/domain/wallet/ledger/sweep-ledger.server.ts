import { randomUUID } from "node:crypto";
import { readWallet } from "#app/domain/context/read-wallet.server.ts";
import { saveQuota } from "#app/domain/context/save-quota.server.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Page } from "#app/supplier/schema.ts";
import type { LedgerEntry } from "#app/supplier/wallet.ts";
import { type Position, type ServiceRun, type SweepStep, textOf } from "../../sweeps/sweep-run.ts";
import { nextPosition } from "../../sweeps/walk-guard.ts";
import type { LedgerKey } from "./ledger-key.ts";
import { isWalkOver, planWalk, toLedgerRows } from "./plan-walk.ts";
import { type CopyState, loadCopy, restartWalk, saveLedgerPage } from "./save-page.server.ts";

const PAGE_SIZE = 100;

/**
 * Copies the account's ledger, a page a step. Where it stands belongs to the account: whichever shop or process takes
 * the next page moves it on by compare-and-set, so that several of them come to the same rows.
 */
export async function sweepLedger(run: ServiceRun, position: Position | null): Promise<SweepStep> {
  const { accountId, mode } = run.service.connection;
  const place: LedgerKey = { accountId, accountKey: accountKeyOf(accountId), mode };
  const { client } = run.service;
  const sentBefore = client.countSent();
  const found = await loadCopy(run.ctx.db, place);
  // Another shop or process took a page a moment ago: it goes on by itself.
  if (!isOurs(found, position) && found.wasJustStepped) return { next: null, tally: {}, calls: 0 };
  const copy = found.hasBalance || found.walk !== null ? found : await readWalletFirst(run, place);
  const page = await readPage(run, copy.walk === null ? null : copy.walkCursor);
  const goesOn = page === null ? null : findNext(isOurs(copy, position) ? position : null, page.nextCursor);
  const step =
    page === null || goesOn === "circle"
      ? beginAgain(place, copy)
      : applyPage(run, place, copy, page, goesOn);
  return { ...step, calls: client.countSent() - sentBefore };
}

/** Whether the last page was taken by the run that stands there. */
function isOurs({ stepToken }: CopyState, position: Position | null): boolean {
  return stepToken !== null && stepToken === textOf(position, "token");
}

/** Where nobody has read the wallet lately: what was available on other days is reckoned from there. */
async function readWalletFirst({ ctx, service }: ServiceRun, place: LedgerKey): Promise<CopyState> {
  try {
    await readWallet(ctx, service.connection, service.client);
  } catch (error) {
    // The next look tries again; the ledger is copied all the same.
    if (!isSupplierError(error)) throw error;
  }
  return loadCopy(ctx.db, place);
}

function applyPage(
  run: ServiceRun,
  place: LedgerKey,
  copy: CopyState,
  page: Page<LedgerEntry>,
  goesOn: Position | null,
): SweepStep {
  const walk = copy.walk ?? planWalk(copy, copy.now);
  const beganAt = copy.walkBeganAt ?? copy.now;
  const rows = toLedgerRows(page.data, copy.now);
  const { nextCursor, unreadable } = page;
  const isOver = isWalkOver({ ...copy, walk, beganAt }, { rows, nextCursor });
  const token = randomUUID();
  // What was booked while a long first walk went on is read at once.
  const readsOn = isOver && walk === "first" && copy.walkPages > 0;
  return {
    next: isOver ? (readsOn ? { token } : null) : { ...goesOn, token },
    tally: { seen: page.data.length, unreadable },
    write: async (tx) => {
      const step = { walk, beganAt, rows, nextCursor, unreadable, isOver, token };
      return { tally: { ...(await saveLedgerPage(run.ctx, tx, place, copy, step)) } };
    },
  };
}

/** Null where the service does not take the cursor any more. */
async function readPage(
  { ctx, service }: ServiceRun,
  cursor: string | null,
): Promise<Page<LedgerEntry> | null> {
  const { client, connection } = service;
  try {
    const page = await client.listTransactions({ limit: PAGE_SIZE, cursor: cursor ?? undefined });
    await saveQuota(ctx, client, connection);
    return page;
  } catch (error) {
    if (cursor !== null && isSupplierError(error) && error.kind === "definite") return null;
    throw error;
  }
}

/** Where the walk goes on, with what it takes to notice that it goes in a circle. */
function findNext(position: Position | null, cursor: string | null): Position | null | "circle" {
  if (cursor === null) return null;
  try {
    return nextPosition(position, cursor);
  } catch (error) {
    if (isSupplierError(error)) return "circle";
    throw error;
  }
}

/** The walk begins again from the newest entry, at the next look; what was copied stays. */
function beginAgain(place: LedgerKey, copy: CopyState): SweepStep {
  return {
    next: null,
    tally: { restarted: 1 },
    write: async (tx) => {
      await restartWalk(tx, place, copy);
      return undefined;
    },
  };
}
