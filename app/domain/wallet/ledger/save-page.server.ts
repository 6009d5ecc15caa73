import { randomUUID } from "node:crypto";
import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import type { LedgerEntryId } from "#app/platform/ids.ts";
import { attachOwners } from "./attach-owners.server.ts";
import type { LedgerKey } from "./ledger-key.ts";
import { type LedgerRow, type LedgerWalk, newestOf, oldestAt, rereadSince } from "./plan-walk.ts";

/** How far an account's ledger is copied, as a step found it. */
export type CopyState = {
  readonly knownId: LedgerEntryId | null;
  readonly knownAt: Date | null;
  readonly copiedAt: Date | null;
  readonly rereadAt: Date | null;
  readonly walk: LedgerWalk | null;
  readonly walkCursor: string | null;
  readonly walkHeadId: LedgerEntryId | null;
  readonly walkHeadAt: Date | null;
  readonly walkBeganAt: Date | null;
  readonly walkReached: Date | null;
  readonly walkPages: number;
  readonly walkUnreadable: number;
  readonly stepToken: string | null;
  /** What was available is known of a moment it covers, or will, within the days that are drawn. */
  readonly hasBalance: boolean;
  /** A page was taken less than three seconds ago. */
  readonly wasJustStepped: boolean;
  /** By the database's clock. */
  readonly now: Date;
};

type Tx = Prisma.TransactionClient;

export async function loadCopy(db: Db, { accountKey, mode }: LedgerKey): Promise<CopyState> {
  const look = () => db.$queryRaw<CopyState[]>`
    select known_id as "knownId", known_at as "knownAt", copied_at as "copiedAt", reread_at as "rereadAt", walk,
      walk_cursor as "walkCursor", walk_head_id as "walkHeadId", walk_head_at as "walkHeadAt",
      walk_began_at as "walkBeganAt", walk_reached as "walkReached", walk_pages as "walkPages",
      walk_unreadable as "walkUnreadable", step_token::text as "stepToken", clock_timestamp() as now,
      coalesce(greatest(balance_at, (
        select read_at from wallet_reading as reading
        where reading.account_key = ledger_copy.account_key and reading.mode = ledger_copy.mode
      )) > clock_timestamp() - interval '30 days', false) as "hasBalance",
      coalesce(stepped_at > clock_timestamp() - interval '3 seconds', false) as "wasJustStepped"
    from ledger_copy where account_key = ${accountKey} and mode = ${mode}`;
  const [known] = await look();
  if (known) return known;
  await db.$executeRaw`
    insert into ledger_copy (account_key, mode) values (${accountKey}, ${mode}) on conflict do nothing`;
  const [made] = await look();
  if (!made) throw new Error("the row of an account's ledger is there once it was made");
  return made;
}

export type PageStep = {
  readonly walk: LedgerWalk;
  readonly beganAt: Date;
  readonly rows: readonly LedgerRow[];
  readonly nextCursor: string | null;
  readonly unreadable: number;
  readonly isOver: boolean;
  readonly token: string;
};

/**
 * Keeps a page and moves the walk on, in the transaction of the step. Whoever finds that somebody else moved it since
 * writes nothing. Returns what it counted.
 */
export async function saveLedgerPage(
  ctx: Pick<ShopContext, "crypto">,
  tx: Tx,
  place: LedgerKey,
  copy: CopyState,
  step: PageStep,
): Promise<Readonly<Record<string, number>>> {
  if (!(await moveOn(tx, place, copy, step))) return {};
  const added = await saveRows(ctx, tx, place, step.rows);
  const entryIds = step.rows.map(({ entryId }) => entryId);
  await attachOwners(tx, place, Prisma.sql`entry_id = any(${entryIds}::text[])`);
  if (copy.walk === null) await attachRecent(tx, place);
  await detachForeign(tx, place, entryIds);
  const gone = step.isOver ? await recordMissing(tx, place, copy, step) : 0;
  await tx.$executeRaw`
    update ledger_copy set stepped_at = clock_timestamp(), entries = entries + ${added},
      types = ${joined(
        Prisma.sql`types`,
        step.rows.map(({ type }) => type),
      )},
      statuses = ${joined(
        Prisma.sql`statuses`,
        step.rows.map(({ status }) => status),
      )}
    where account_key = ${place.accountKey} and mode = ${place.mode}`;
  await saveBalance(tx, place);
  return { added, missing: gone };
}

/** What the wallet's last reading says is of use where all that was booked until then is copied. */
async function saveBalance(tx: Tx, { accountKey, mode }: LedgerKey): Promise<void> {
  await tx.$executeRaw`
    update ledger_copy as copy set balance_pkr = reading.available_pkr, balance_at = reading.read_at
    from wallet_reading as reading
    where copy.account_key = ${accountKey} and copy.mode = ${mode}
      and reading.account_key = copy.account_key and reading.mode = copy.mode
      and reading.available_pkr is not null
      and reading.read_at <= coalesce(copy.copied_at, copy.walk_began_at)`;
}

/** The words a column holds and these, each once; so many that a merchant can choose among them. */
function joined(column: Prisma.Sql, words: readonly string[]): Prisma.Sql {
  return Prisma.sql`(array(
    select distinct word from unnest(${column} || ${[...words]}::text[]) as word where word <> '' order by word
  ))[1:${MOST_WORDS}::int]`;
}

const MOST_WORDS = 100;

/** False where another process has taken a page since `copy` was read. */
async function moveOn(tx: Tx, place: LedgerKey, copy: CopyState, step: PageStep): Promise<boolean> {
  const { accountKey, mode } = place;
  const { count } = await tx.ledgerCopy.updateMany({
    where: { accountKey, mode, stepToken: copy.stepToken },
    data: { stepToken: step.token, ...(step.isOver ? endOf(copy, step) : middleOf(copy, step)) },
  });
  if (count > 0 && copy.walk === null && step.walk === "first" && !step.isOver)
    await recordOldestOrder(tx, place);
  return count > 0;
}

function headOf(copy: CopyState, { rows }: PageStep) {
  if (copy.walk !== null) return { id: copy.walkHeadId, at: copy.walkHeadAt };
  const newest = newestOf(rows);
  return { id: newest?.entryId ?? null, at: newest?.bookedAt ?? null };
}

function middleOf(copy: CopyState, step: PageStep) {
  const head = headOf(copy, step);
  const reached = [oldestAt(step.rows), copy.walk === null ? null : copy.walkReached].flatMap(
    (at) => at ?? [],
  );
  const isFirstPage = copy.walk === null;
  return {
    ...{ walk: step.walk, walkCursor: step.nextCursor, walkBeganAt: step.beganAt },
    ...{ walkHeadId: head.id, walkHeadAt: head.at },
    walkReached: reached.length === 0 ? null : new Date(Math.min(...reached.map((at) => at.getTime()))),
    walkPages: isFirstPage ? 1 : copy.walkPages + 1,
    walkUnreadable: unreadableOf(copy, step),
  };
}

/** The copy is true as of the walk's beginning. */
function endOf(copy: CopyState, step: PageStep) {
  const head = headOf(copy, step);
  const isLook = step.walk !== "new";
  return {
    ...(head.id === null ? {} : { knownId: head.id, knownAt: head.at }),
    copiedAt: step.beganAt,
    ...(isLook ? { rereadAt: step.beganAt, unreadable: unreadableOf(copy, step) } : {}),
    ...noWalk,
  };
}

const noWalk = {
  ...{ walk: null, walkCursor: null, walkHeadId: null, walkHeadAt: null, walkBeganAt: null },
  ...{ walkReached: null, walkPages: 0, walkUnreadable: 0 },
};

function unreadableOf(copy: CopyState, { unreadable }: PageStep): number {
  return (copy.walk === null ? 0 : copy.walkUnreadable) + unreadable;
}

export async function restartWalk(tx: Tx, { accountKey, mode }: LedgerKey, copy: CopyState): Promise<void> {
  await tx.ledgerCopy.updateMany({
    where: { accountKey, mode, stepToken: copy.stepToken },
    data: { stepToken: randomUUID(), ...noWalk },
  });
}

/** How far back a first copy matters most to the shops of the account. */
async function recordOldestOrder(tx: Tx, { accountId, accountKey, mode }: LedgerKey): Promise<void> {
  await tx.$executeRaw`
    update ledger_copy set oldest_order_at = (
      select min(handoff.created_at) from handoff
      where handoff.mode = ${mode} and (handoff.account_id is null or handoff.account_id = ${accountId})
        and handoff.shop_id in (
          select shop_id from supplier_connection where account_id = ${accountId} and mode = ${mode}))
    where account_key = ${accountKey} and mode = ${mode}`;
}

/** Returns how many were not there before. The account's row of the copy is locked, so nobody else adds any. */
async function saveRows(
  ctx: Pick<ShopContext, "crypto">,
  tx: Tx,
  { accountKey, mode }: LedgerKey,
  rows: readonly LedgerRow[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const where = { accountKey, mode, entryId: { in: rows.map(({ entryId }) => entryId) } };
  const known = await tx.ledgerEntry.findMany({ where, select: { id: true, entryId: true } });
  const ids = new Map(known.map(({ entryId, id }) => [entryId, id]));
  // A value is sealed to its row, so one that is there keeps its id.
  const kept = rows.map((row) => ({ ...row, id: ids.get(row.entryId) ?? randomUUID() }));
  const sealed = kept.map(({ id, raw }) =>
    Buffer.from(ctx.crypto.seal(JSON.stringify(raw), ledgerRawPlace(id))).toString("hex"),
  );
  const texts = (pick: (row: LedgerRow) => string | null) => kept.map((row) => pick(row) ?? "");
  await tx.$executeRaw`
    insert into ledger_entry as kept (id, account_key, mode, entry_id, amount_pkr, type, status, booked_at, is_dated,
      supplier_order_id, external_order_id, raw_enc, seen_at)
    select id, ${accountKey}, ${mode}, entry_id, amount_pkr, type, status,
      coalesce(nullif(booked_at, '')::timestamptz, clock_timestamp()), booked_at <> '',
      nullif(supplier_order_id, ''), nullif(external_order_id, ''), decode(raw_enc, 'hex'), clock_timestamp()
    from unnest(${kept.map(({ id }) => id)}::uuid[], ${texts(({ entryId }) => entryId)}::text[],
      ${kept.map(({ amountPkr }) => amountPkr)}::int[], ${texts(({ type }) => type)}::text[],
      ${texts(({ status }) => status)}::text[],
      ${texts(({ bookedAt }) => bookedAt?.toISOString() ?? null)}::text[],
      ${texts(({ supplierOrderId }) => supplierOrderId)}::text[],
      ${texts(({ externalOrderId }) => externalOrderId)}::text[], ${sealed}::text[])
      as page (id, entry_id, amount_pkr, type, status, booked_at, supplier_order_id, external_order_id, raw_enc)
    on conflict (account_key, mode, entry_id) do update set
      amount_pkr = excluded.amount_pkr, type = excluded.type, status = excluded.status,
      booked_at = case when excluded.is_dated then excluded.booked_at else kept.booked_at end,
      is_dated = kept.is_dated or excluded.is_dated,
      supplier_order_id = excluded.supplier_order_id, external_order_id = excluded.external_order_id,
      owner_shop_id = case when ${sameOrder} then kept.owner_shop_id end,
      owner_order_id = case when ${sameOrder} then kept.owner_order_id end,
      owner_parcel_id = case when ${sameOrder} then kept.owner_parcel_id end,
      raw_enc = excluded.raw_enc, seen_at = excluded.seen_at, missing_since = null`;
  return kept.length - known.length;
}

const sameOrder = Prisma.sql`(kept.supplier_order_id, kept.external_order_id)
  is not distinct from (excluded.supplier_order_id, excluded.external_order_id)`;

/** The place of an entry as it was received. */
export function ledgerRawPlace(row: string) {
  return { table: "ledger_entry", row, column: "raw_enc" };
}

/** Orders that became known after their entries; whoever is recent only, as older ones found theirs when copied. */
async function attachRecent(tx: Tx, place: LedgerKey): Promise<void> {
  const recent = Prisma.sql`id in (
    select id from ledger_entry where account_key = ${place.accountKey} and mode = ${place.mode}
      and owner_order_id is null and booked_at > clock_timestamp() - interval '3 days'
      and coalesce(supplier_order_id, external_order_id) is not null
    order by booked_at desc limit 1000)`;
  await attachOwners(tx, place, recent);
}

/** What was received of an order that is not of a shop here, or whose customer is erased, is not kept. */
async function detachForeign(tx: Tx, place: LedgerKey, entryIds: readonly LedgerEntryId[]): Promise<void> {
  await tx.$executeRaw`
    update ledger_entry set raw_enc = null
    where account_key = ${place.accountKey} and mode = ${place.mode}
      and entry_id = any(${[...entryIds]}::text[]) and coalesce(supplier_order_id, external_order_id) is not null
      and not exists (
        select from "order" where "order".shop_id = ledger_entry.owner_shop_id
          and "order".id = ledger_entry.owner_order_id and "order".erased_at is null)`;
}

/** Entries of the days that were read again which the service does not show any more; unknown where one was unreadable. */
async function recordMissing(tx: Tx, place: LedgerKey, copy: CopyState, step: PageStep): Promise<number> {
  if (step.walk === "new" || unreadableOf(copy, step) > 0) return 0;
  const since = step.walk === "reread" ? rereadSince(step.beganAt) : new Date(0);
  return tx.$executeRaw`
    update ledger_entry set missing_since = ${step.beganAt}::timestamptz
    where account_key = ${place.accountKey} and mode = ${place.mode} and is_dated
      and booked_at >= ${since}::timestamptz and booked_at <= ${step.beganAt}::timestamptz
      and seen_at < ${step.beganAt}::timestamptz and missing_since is null`;
}
