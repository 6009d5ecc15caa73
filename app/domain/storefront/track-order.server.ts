import { Prisma } from "@prisma/client";
import { readMessageLink } from "#app/domain/orders/customer/contact/message-link.ts";
import {
  choiceEnd,
  earliest,
  makeChoiceToken,
  makeTrackingToken,
  pageEnd,
  readTrackingToken,
} from "#app/domain/orders/customer/contact/tracking-address.ts";
import { hashPhone } from "#app/domain/orders/customer/phone-hash.ts";
import { planPhone } from "#app/domain/orders/customer/plan-phone.ts";
import { toOrderId } from "#app/platform/ids.ts";
import type { ShopWork } from "#app/platform/queue/work-kinds.ts";
import { type Choices, planChoices } from "./choices/plan-choices.ts";
import { countTry } from "./count-tries.server.ts";
import { LONGEST_NUMBER, toConfirmedGid, toOrderNumber } from "./order-names.ts";
import { readTrackedOrder } from "./read-tracked-order.server.ts";
import { senderOnParcel } from "./sender-on-parcel.server.ts";
import type { StorefrontContext } from "./storefront-context.ts";
import { movingParcels, type TrackedParcel, toTrackedParcels } from "./tracked-parcels.ts";
import type { TrackedOrder } from "./tracked-rows.server.ts";

export type Tracking = {
  readonly orderName: string;
  /** As printed on the parcel. */
  readonly sender: string;
  readonly parcels: readonly TrackedParcel[];
  /** Opens the same page again for a while, so that it can be shown in another language. */
  readonly token: string;
  /** What the customer may still choose, with what opens the page for it; null once that is over. */
  readonly choices: (Choices & { readonly token: string }) | null;
};

export type TrackingResult =
  | { readonly kind: "found"; readonly tracking: Tracking; readonly work: readonly ShopWork[] }
  /** The same for an order that does not exist, that is another shop's or somebody else's, and whose customer was erased. */
  | { readonly kind: "unknown" }
  | { readonly kind: "limited" };

export type TypedOrder = {
  /** As it was typed; or Shopify's id, on a page that tells no number. */
  readonly order: { readonly number: string } | { readonly id: string };
  readonly phone: string;
  /** Whoever asks: an address, or the customer Shopify names. */
  readonly address: string | null;
};

const UNKNOWN: TrackingResult = { kind: "unknown" };

/** An order by what it is called and the phone, as they were typed. Whatever they are, the same is done until one is found. */
export async function trackTypedOrder(ctx: StorefrontContext, typed: TypedOrder): Promise<TrackingResult> {
  const { called, where } = readCalled(typed.order);
  const written = typed.phone.slice(0, LONGEST_PHONE);
  const plan = planPhone([written]);
  const phone = plan.kind === "ready" ? plan.phone : "";
  const phoneHash = hashPhone(ctx, phone);
  const tried = { typed: { number: called, phone: phone || written }, address: typed.address };
  if (!(await countTry(ctx, tried))) return { kind: "limited" };
  const order = await readTrackedOrder(ctx, ofPhone(phoneHash, where));
  return order ? found(ctx, order, null) : UNKNOWN;
}

const LONGEST_PHONE = 40;

/**
 * As `toOrderNumber` reads what is typed, and as `order_number_of_phone_idx` has it: so that an unknown number takes as long for a
 * phone that has orders as for one that has none. The index is found only by the same words, with nothing filled in.
 */
const nameSql = Prisma.raw(`upper(regexp_replace(normalize(left(o.name, ${LONGEST_NUMBER}), nfkc),
  '[[:space:][:cntrl:]#]', '', 'g'))`);

/** An order that was typed. */
export function ofPhone(phoneHash: string, called: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`o.phone_hash = ${phoneHash} and ${called}`;
}

/** What tries for it are counted under, and what finds it. */
export function readCalled(order: TypedOrder["order"]): {
  readonly called: string;
  readonly where: Prisma.Sql;
} {
  if ("id" in order) {
    const called = toConfirmedGid(order.id);
    return { called, where: Prisma.sql`o.order_gid = ${called}` };
  }
  const called = toOrderNumber(order.number);
  return { called, where: Prisma.sql`${nameSql} = ${called}` };
}

/** What no order is called: looked up for a token that is none, so that it takes as long as one of another shop. */
export const NOBODYS = toOrderId("00000000-0000-0000-0000-000000000000");

/** An order by a link of ours, or of a message Shopify sent. The link of another shop's order opens nothing here. */
export async function trackLinkedOrder(ctx: StorefrontContext, token: string): Promise<TrackingResult> {
  const order = await findLinkedOrder(ctx, token);
  if (!order) return UNKNOWN;
  // What the shop's own messages sign opens nothing that changes an order, nor does what stands on its page.
  if (readMessageLink(ctx, token)) return show(ctx, order, { token, choices: null });
  return found(ctx, order, readTrackingToken(ctx, token));
}

/** What of an order its customer may see, while they are kept; null where the link opens none here. */
export function findLinkedOrder(ctx: StorefrontContext, token: string): Promise<TrackedOrder | null> {
  const sent = readMessageLink(ctx, token);
  if (sent) return readTrackedOrder(ctx, Prisma.sql`o.order_gid = ${sent.orderGid}`);
  const orderId = readTrackingToken(ctx, token)?.orderId ?? NOBODYS;
  return readTrackedOrder(ctx, Prisma.sql`o.id = ${orderId}::uuid`);
}

type Link = ReturnType<typeof readTrackingToken>;

/** Null: number and phone were typed. */
function found(ctx: StorefrontContext, order: TrackedOrder, link: Link): TrackingResult {
  const until = pageEnd(ctx, link);
  return show(ctx, order, {
    token: makeTrackingToken(ctx, { orderId: order.id, until }),
    choices: choicesOf(ctx, order, link === null ? until : earliest(until, choiceEnd(order.listedAt))),
  });
}

/** What its page shows. */
function show(
  ctx: StorefrontContext,
  order: TrackedOrder,
  offered: Pick<Tracking, "token" | "choices">,
): TrackingResult {
  const tracking = {
    ...{ orderName: order.name, sender: senderOnParcel(ctx, order), parcels: toTrackedParcels(order) },
    ...offered,
  };
  const work = movingParcels(order).map(({ id: parcelId }): ShopWork => {
    return { kind: "parcel.refresh", subject: { parcelId } };
  });
  return { kind: "found", tracking, work };
}

/** A link to tracking is longer than one to choices, and opens none once that would have ended. */
function choicesOf(ctx: StorefrontContext, order: TrackedOrder, until: Date): Tracking["choices"] {
  const choices = planChoices(order, ctx.shop);
  if (!choices.canCancel || until <= ctx.clock.now()) return null;
  return { ...choices, token: makeChoiceToken(ctx, { orderId: order.id, until }) };
}
