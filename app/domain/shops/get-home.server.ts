import { type AttentionList, listAttention } from "../attention/list-attention.server.ts";
import { findAnswer } from "./remember-answer.server.ts";
import { planSetupGuide, type SetupGuide } from "./setup-guide.ts";
import type { ShopContext } from "./shop-context.server.ts";

export type HomeFigures = {
  readonly toPlace: number;
  readonly onTheWay: number;
  readonly delivered: number;
  readonly refused: number;
};

export type Home = {
  readonly attention: AttentionList;
  /** null once every step is done or the merchant put it away. */
  readonly guide: SetupGuide | null;
  /** What another app that books couriers for every order would do, when the merchant has one (R46). */
  readonly bookedByOthers: boolean;
  readonly figures: HomeFigures;
  readonly asOf: Date;
};

/** What a merchant sees first: what needs them, the way through set-up, and four figures. */
export async function getHome(ctx: ShopContext): Promise<Home> {
  const shopId = ctx.shop.id;
  const [attention, listings, figures, couriers, guideShown] = await Promise.all([
    listAttention(ctx),
    ctx.db.listing.count({ where: { shopId, state: "ready" } }),
    countOrders(ctx),
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
    figures,
    asOf: ctx.clock.now(),
  };
}

async function countOrders(ctx: ShopContext): Promise<HomeFigures> {
  const counted = await ctx.db.order.groupBy({
    by: ["state"],
    where: { shopId: ctx.shop.id },
    _count: { _all: true },
  });
  const count = (...states: string[]) =>
    counted.filter((each) => states.includes(each.state)).reduce((sum, each) => sum + each._count._all, 0);
  return {
    toPlace: count("to_place"),
    onTheWay: count("placing", "placed", "on_the_way"),
    delivered: count("delivered"),
    refused: count("refused"),
  };
}
