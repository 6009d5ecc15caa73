import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { listedTopic } from "#app/domain/deliveries/delivery-place.ts";
import { complianceTopics } from "#app/domain/privacy/compliance-topics.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { Expired } from "./expired.ts";
import { keptSince, ROWS_AT_ONCE } from "./kept-days.ts";

type ExpireReceiptsDeps = Pick<ShopContext, "shop" | "db" | "clock">;

type ReceiptsPage = {
  readonly read: number;
  readonly last: bigint | null;
  readonly isYoung: boolean;
} & ExpiredReceipts;
type ExpiredReceipts = { readonly gone: number; readonly unread: number };

/**
 * Deletes receipts that are old enough, a page at a time from the oldest on; `after` is the id the last page ended at.
 * The ids of the service's events are kept, in the same statement, so that an event delivered again is still known.
 * A report nobody read in is not deleted unseen: it loses its body, a fact says how many that was, and it stays listed for
 * a while. What a sweep took from the service's list goes, read in or not: the sweep finds it again. Compliance requests
 * wait with their bodies however long that takes.
 */
export async function expireReceipts(ctx: ExpireReceiptsDeps, after: string | null): Promise<Expired> {
  const { shop, db, clock } = ctx;
  const { read, last, isYoung, gone, unread } = await db.$transaction(async (tx) => {
    const page = await expirePage(ctx, tx, BigInt(after ?? 0));
    const count = page.unread;
    const fact = { thing: "shop", thingId: shop.id, actor: "karwan", code: "news_expired" } as const;
    if (count > 0) await recordFact(tx, shop.id, { ...fact, params: { count }, at: clock.now() });
    return page;
  });
  const next = isYoung || read < ROWS_AT_ONCE || last === null ? null : String(last);
  return { rows: gone + unread, next };
}

/** Older ones have smaller ids, but for some that came at the same moment: those are met on another day. */
async function expirePage(
  { shop, clock }: ExpireReceiptsDeps,
  tx: Prisma.TransactionClient,
  after: bigint,
): Promise<ReceiptsPage> {
  const before = keptSince(clock.now());
  const waits = Prisma.sql`
    source = 'supplier' and folded_at is null and ignored is null and topic <> ${listedTopic}`;
  const [page] = await tx.$queryRaw<ReceiptsPage[]>`
    with page as materialized (
      select id, received_at >= ${before.receipts} as is_young, received_at < ${before.receipts} and not (
          source = 'shopify' and topic in (${Prisma.join(complianceTopics)}) and folded_at is null and ignored is null
        ) as is_old
      from delivery where shop_id = ${shop.id}::uuid and id > ${after} order by id limit ${ROWS_AT_ONCE}
    ),
    unread as (
      update delivery set body_enc = ''::bytea, ignored = 'expired'
      where shop_id = ${shop.id}::uuid and id in (select id from page where is_old) and ${waits}
      returning id
    ),
    gone as (
      delete from delivery
      where shop_id = ${shop.id}::uuid and id in (select id from page where is_old) and not (${waits})
        and (ignored is distinct from 'expired' or received_at < ${before.unread})
      returning source, key, subject, received_at, (folded_at is not null or ignored is not null) as is_settled
    ),
    known as (
      insert into supplier_event_id (shop_id, key, received_at, is_of_order)
      select ${shop.id}::uuid, key, received_at, exists (
        select from handoff where handoff.shop_id = ${shop.id}::uuid and handoff.external_order_id = gone.subject)
      from gone where source = 'supplier' and is_settled
      on conflict do nothing
    )
    select (select count(*) from page)::int as read, (select max(id) from page) as last,
      (select coalesce(bool_or(is_young), false) from page) as "isYoung",
      (select count(*) from gone)::int as gone, (select count(*) from unread)::int as unread`;
  return page ?? { read: 0, last: null, isYoung: false, gone: 0, unread: 0 };
}

/** Receipts of shops we never knew are nobody's: any shop's turn takes them along. */
export async function expireReceiptsOfNobody({ db, clock }: ExpireReceiptsDeps): Promise<Expired> {
  const rows = await db.$executeRaw`
    delete from delivery where id in (
      select id from delivery where shop_id is null and received_at < ${keptSince(clock.now()).receipts}
      limit ${ROWS_AT_ONCE} for update skip locked)`;
  return { rows, next: rows === ROWS_AT_ONCE ? "" : null };
}

/** Events that are about no order of ours are forgotten in the end: the service repeats none for so long. */
export async function expireEventIds({ shop, db, clock }: ExpireReceiptsDeps): Promise<Expired> {
  const rows = await db.$executeRaw`
    delete from supplier_event_id where (shop_id, key) in (
      select shop_id, key from supplier_event_id
      where shop_id = ${shop.id}::uuid and not is_of_order and received_at < ${keptSince(clock.now()).over}
      limit ${ROWS_AT_ONCE})`;
  return { rows, next: rows === ROWS_AT_ONCE ? "" : null };
}
