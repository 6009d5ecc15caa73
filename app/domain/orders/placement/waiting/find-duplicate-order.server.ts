import { Prisma } from "@prisma/client";
import { hashPhone } from "#app/domain/orders/customer/phone-hash.ts";
import type { LineUnitCount } from "#app/domain/orders/parcels/line-units.ts";
import type { Hold, ReadOrder, ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";

/** A customer who orders the same again within a day has more often ordered twice by mistake than on purpose. */
const WINDOW_MS = 24 * 60 * 60_000;

/** What orders are compared by. */
type RepeatedKeys = { readonly phoneHash: string; readonly itemsKey: string };

/** The turn of an order among those of its phone. */
export type TurnOfPhone = (keys: RepeatedKeys) => Promise<number>;

type FindDuplicateOrderInput = {
  readonly phone: string;
  readonly lines: readonly LineUnitCount[];
  readonly turnOf: TurnOfPhone;
};

/**
 * Another order of the shop with the same phone and the same items, of the same day: whichever is looked at later waits
 * for a person (rule R40). What an order is gets written down one order at a time, so that two at once cannot miss each
 * other, and which came first stays so whenever they are looked at again.
 */
export async function findDuplicateOrder(
  order: ReadOrder,
  { phone, lines, turnOf }: FindDuplicateOrderInput,
): Promise<Hold | null> {
  const { ctx } = order;
  if (!ctx.shop.holdLooksTwice) return null;
  const itemsKey = toItemsKey(order, lines);
  const phoneHash = hashPhone(ctx, phone);
  const turn = await turnOf({ phoneHash, itemsKey });
  const first = await findRepeated(order, { phoneHash, itemsKey, turn });
  return first && { code: "looks_twice", params: { otherOrder: first.name } };
}

type RepeatedInput = RepeatedKeys & { readonly turn: number };

/** The oldest of the others that was sent, or had its turn before. */
async function findRepeated(
  { ctx, record, shopify }: ReadOrder,
  { phoneHash, itemsKey, turn }: RepeatedInput,
): Promise<{ readonly name: string } | null> {
  const createdMs = new Date(shopify.createdAt).getTime();
  const from = new Date(createdMs - WINDOW_MS);
  const to = new Date(createdMs + WINDOW_MS);
  const [first] = await queryRows<{ readonly name: string }>(
    ctx.db,
    Prisma.sql`
    select other.name from "order" as other
    where other.shop_id = ${ctx.shop.id}::uuid and other.id <> ${record.id}::uuid
      and other.phone_hash = ${phoneHash} and other.items_key = ${itemsKey} and other.test = ${shopify.test}
      and other.shopify_created_at between ${from}::timestamptz and ${to}::timestamptz
      and other.cancelled_at is null and other.state <> 'cancelled'
      and (other.phone_turn < ${turn}::bigint or exists (
        select from handoff
        where handoff.shop_id = other.shop_id and handoff.order_id = other.id and handoff.state <> 'refused'))
    order by other.shopify_created_at limit 1`,
  );
  return first ?? null;
}

/** Which variants, and how many of each, in an order that does not matter. */
function toItemsKey({ shopify }: ReadOrder, lines: readonly LineUnitCount[]): string {
  const units = new Map<string, number>();
  for (const { lineGid, quantity } of lines) {
    const variant = shopify.lines.find(({ id }) => id === lineGid)?.variantId ?? lineGid;
    units.set(variant, (units.get(variant) ?? 0) + quantity);
  }
  return [...units]
    .map(([variant, quantity]) => `${variant}×${quantity}`)
    .toSorted()
    .join(" ");
}

/** The turn it was given; one that was given none comes after all others, as it would if it were given one now. */
export function findTurn({ record }: ReadOrder): TurnOfPhone {
  return async (keys) => recordedTurn(record, keys) ?? Number.MAX_SAFE_INTEGER;
}

function recordedTurn(
  { phoneHash, itemsKey, phoneTurn }: ReadOrder["record"],
  keys: RepeatedKeys,
): number | null {
  return phoneHash === keys.phoneHash && itemsKey === keys.itemsKey ? phoneTurn : null;
}

/**
 * Its turn among the orders of this phone; no two have the same, and they follow the order in which they were committed.
 * The lock comes before the turn is drawn and ends with the statement.
 */
export function drawTurn({ ctx, claim, record, shopify }: ReadRun): TurnOfPhone {
  return async (keys) => {
    const recorded = recordedTurn(record, keys);
    if (recorded !== null) return recorded;
    const { phoneHash, itemsKey } = keys;
    const shopId = ctx.shop.id;
    const { turn } = await claim.lease.statement<{ turn: number }>({
      parts: {
        locked: Prisma.sql`
          select pg_advisory_xact_lock(hashtextextended(${`duplicate-order/${shopId}/${phoneHash}`}, 0)) from held`,
      },
      result: Prisma.sql`
        update "order" set name = ${shopify.name}, test = ${shopify.test},
          shopify_created_at = ${new Date(shopify.createdAt)}, phone_hash = ${phoneHash}, items_key = ${itemsKey},
          phone_turn = nextval('order_phone_turn')::int, updated_at = now()
        from locked where shop_id = ${shopId}::uuid and id = ${record.id}::uuid
        returning phone_turn as turn`,
    });
    return turn;
  };
}
