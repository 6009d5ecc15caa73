import { countUnseen } from "#app/domain/catalog/channels/find-unseen.server.ts";
import { findFixes } from "#app/domain/catalog/pricing/find-fixes.server.ts";
import type { Fix } from "#app/domain/catalog/pricing/fixable-issues.ts";
import { findSetupAnswer } from "#app/domain/connection/setup-answers.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { countCalls } from "#app/domain/orders/confirmation/list-calls.server.ts";
import { mayPublish } from "#app/shopify/scopes.ts";
import { type AttentionList, listAttention } from "./issues-on-home.server.ts";
import { planSetupGuide, type SetupGuide } from "./setup-guide.ts";

export type Home = {
  readonly attention: AttentionList;
  /** The prices that would end needs of listings, by the ids of the needs. */
  readonly fixes: Readonly<Record<string, Fix>>;
  /** null once every step is done or the merchant put it away. */
  readonly guide: SetupGuide | null;
  /** What another app that books couriers for every order would do, when the merchant has one (R46). */
  readonly bookedByOthers: boolean;
  /** Imported products that are on no sales channel, and whether Karwan may publish them. */
  readonly unseen: { readonly count: number; readonly canPublish: boolean };
  /** Customers to call before their orders are placed. */
  readonly calls: number;
  readonly asOf: Date;
};

/** What a merchant sees first: what needs them, the way through set-up, and its figures. */
export async function getHome(ctx: ShopContext, viewer?: string): Promise<Home> {
  const shopId = ctx.shop.id;
  const [attention, listings, couriers, priceChanges, guideShown, unseen, calls] = await Promise.all([
    listAttention(ctx, viewer),
    ctx.db.listing.count({ where: { shopId, state: "ready" } }),
    findSetupAnswer(ctx, "courier_apps"),
    findSetupAnswer(ctx, "price_changes"),
    findSetupAnswer(ctx, "setup_guide"),
    countUnseen(ctx),
    countCalls(ctx),
  ]);
  const [chosen, fixes] = await Promise.all([
    findSetupAnswer(ctx, "placing_chosen"),
    findFixes(ctx, attention.issues),
  ]);
  const { autoPrepaidSince, autoCodSince } = ctx.shop;
  const guide = planSetupGuide({
    connected: ctx.connection !== null,
    deliveryReady: ctx.shop.deliveryReady,
    listings,
    placingChosen: chosen !== null || autoPrepaidSince !== null || autoCodSince !== null,
    priceChangesChosen: priceChanges !== null,
    couriersAnswered: couriers !== null,
  });
  return {
    ...{ attention, fixes },
    guide: guideShown === "put_away" || guide.next === null ? null : guide,
    bookedByOthers: couriers === "yes",
    unseen: { count: unseen, canPublish: mayPublish(ctx.shop.grantedScopes) },
    calls: calls.waiting,
    asOf: ctx.clock.now(),
  };
}
