import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { finishedStates } from "#app/domain/orders/reconcile/order-age.ts";
import { lastingFacts } from "#app/domain/timeline/lasting-facts.ts";
import type { Expired } from "./expired.ts";
import { keptSince, ROWS_AT_ONCE } from "./kept-days.ts";

type ExpireRowsDeps = Pick<ShopContext, "shop" | "db" | "clock">;

const after = (rows: number): Expired => ({ rows, next: rows === ROWS_AT_ONCE ? "" : null });

/** Work that is done and that nothing asked for since. Being asked for again makes a new row. */
export async function expireWork({ shop, db, clock }: ExpireRowsDeps): Promise<Expired> {
  return after(
    await db.$executeRaw`
    delete from work where id in (
      select id from work
      where shop_id = ${shop.id}::uuid and next_run_at is null and dead_at is null and lease_token is null
        and requested_generation <= observed_generation and updated_at < ${keptSince(clock.now()).over}
      limit ${ROWS_AT_ONCE} for update skip locked)`,
  );
}

/** Questions that were answered, but for what a person put away of a listing: that stays away (tell-needs.server.ts). */
export async function expireAttention({ shop, db, clock }: ExpireRowsDeps): Promise<Expired> {
  return after(
    await db.$executeRaw`
    delete from attention where id in (
      select id from attention
      where shop_id = ${shop.id}::uuid and resolved_at < ${keptSince(clock.now()).over}
        and not (thing = 'listing' and resolved_by is distinct from 'karwan')
      limit ${ROWS_AT_ONCE} for update skip locked)`,
  );
}

/** Facts that are not about money and that no person made; those of an order stay until it is over. */
export async function expireFacts({ shop, db, clock }: ExpireRowsDeps): Promise<Expired> {
  return after(
    await db.$executeRaw`
    delete from timeline_entry where id in (
      select id from timeline_entry
      where shop_id = ${shop.id}::uuid and actor <> 'person' and at < ${keptSince(clock.now()).over}
        and code not in (${Prisma.join(lastingFacts)})
        and not (thing = 'order' and exists (
          select from "order" where "order".shop_id = timeline_entry.shop_id
            and "order".id::text = timeline_entry.thing_id and "order".state not in (${Prisma.join(finishedStates)})))
      limit ${ROWS_AT_ONCE} for update skip locked)`,
  );
}

/** What goods cost before: asked for by orders that were made then, as long as they are not over (check-margin.server.ts). */
export async function expireCostChanges({ shop, db, clock }: ExpireRowsDeps): Promise<Expired> {
  return after(
    await db.$executeRaw`
    delete from cost_change where id in (
      select id from cost_change
      where shop_id = ${shop.id}::uuid and at < least(${keptSince(clock.now()).over}, (
        select min(coalesce(shopify_created_at, listed_at)) from "order"
        where "order".shop_id = ${shop.id}::uuid and "order".state not in (${Prisma.join(finishedStates)})))
      limit ${ROWS_AT_ONCE} for update skip locked)`,
  );
}

/** Who saw which customer, the oldest first; ids grow with time. */
export async function expireAccess({ shop, db, clock }: ExpireRowsDeps): Promise<Expired> {
  return after(
    await db.$executeRaw`
    delete from customer_access where shop_id = ${shop.id}::uuid
      and last_seen_at < ${keptSince(clock.now()).access} and id in (
        select id from customer_access where shop_id = ${shop.id}::uuid order by id limit ${ROWS_AT_ONCE})`,
  );
}

/** Presses: their answers are asked for within minutes. */
export async function expireCommands({ shop, db, clock }: ExpireRowsDeps): Promise<Expired> {
  return after(
    await db.$executeRaw`
    delete from press where shop_id = ${shop.id}::uuid and id in (
      select id from press where shop_id = ${shop.id}::uuid
        and created_at < ${keptSince(clock.now()).presses} limit ${ROWS_AT_ONCE})`,
  );
}

/** Events for Flow of a shop that left meanwhile. */
export async function expireFlowEvents({ shop, db, clock }: ExpireRowsDeps): Promise<Expired> {
  return after(
    await db.$executeRaw`
    delete from flow_event where shop_id = ${shop.id}::uuid and id in (
      select id from flow_event where shop_id = ${shop.id}::uuid
        and created_at < ${keptSince(clock.now()).presses} limit ${ROWS_AT_ONCE})`,
  );
}

/** Tries on the storefront that no limit looks at any more. */
export async function expireStorefrontTries({ shop, db, clock }: ExpireRowsDeps): Promise<Expired> {
  return after(
    await db.$executeRaw`
    delete from storefront_try where shop_id = ${shop.id}::uuid and key in (
      select key from storefront_try where shop_id = ${shop.id}::uuid
        and since < ${keptSince(clock.now()).tries} limit ${ROWS_AT_ONCE})`,
  );
}

/** How often orders were looked at, longer ago than anything of that kind is shown. */
export async function expireStorefrontDays({ shop, db, clock }: ExpireRowsDeps): Promise<Expired> {
  return after(
    await db.$executeRaw`
    delete from storefront_day where shop_id = ${shop.id}::uuid and day < ${keptSince(clock.now()).access}::date`,
  );
}

/** Mails, whatever became of them; and who was taken off the list, whom nobody is asked for any more. */
export async function expireMails({ shop, db, clock }: ExpireRowsDeps): Promise<Expired> {
  const { over } = keptSince(clock.now());
  const mails = await db.$executeRaw`
    delete from mail where shop_id = ${shop.id}::uuid and id in (
      select id from mail where shop_id = ${shop.id}::uuid and created_at < ${over} limit ${ROWS_AT_ONCE})`;
  if (mails === ROWS_AT_ONCE) return after(mails);
  const removed = await db.mailRecipient.deleteMany({
    where: { shopId: shop.id, state: "removed", updatedAt: { lt: over } },
  });
  return { rows: mails + removed.count, next: null };
}
