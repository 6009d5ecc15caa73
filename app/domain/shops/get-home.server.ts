import { type AttentionList, listAttention } from "../attention/needs-on-home.server.ts";
import { findAnswer } from "./remember-answer.server.ts";
import { planSetupGuide, type SetupGuide } from "./setup-guide.ts";
import type { ShopContext } from "./shop-context.server.ts";

export type Home = {
  readonly attention: AttentionList;
  /** null once every step is done or the merchant put it away. */
  readonly guide: SetupGuide | null;
  /** What another app that books couriers for every order would do, when the merchant has one (R46). */
  readonly bookedByOthers: boolean;
  readonly asOf: Date;
};

/** What a merchant sees first: what needs them, the way through set-up, and its figures. */
export async function getHome(ctx: ShopContext): Promise<Home> {
  const shopId = ctx.shop.id;
  const [attention, listings, couriers, guideShown] = await Promise.all([
    listAttention(ctx),
    ctx.db.listing.count({ where: { shopId, state: "ready" } }),
    findAnswer(ctx, "courier_apps"),
    findAnswer(ctx, "setup_guide"),
  ]);
  const chosen = await findAnswer(ctx, "placing_chosen");
  const { autoPrepaidSince, autoCodSince } = ctx.shop;
  const guide = planSetupGuide({
    connected: ctx.connection !== null,
    deliveryReady: ctx.shop.deliveryReady,
    listings,
    placingChosen: chosen !== null || autoPrepaidSince !== null || autoCodSince !== null,
    couriersAnswered: couriers !== null,
  });
  return {
    attention,
    guide: guideShown === "put_away" || guide.next === null ? null : guide,
    bookedByOthers: couriers === "yes",
    asOf: ctx.clock.now(),
  };
}
