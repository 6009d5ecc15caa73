import { findSetupAnswer } from "#app/domain/connection/setup-answers.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { shadowSince } from "#app/domain/orders/shadow/shadow-mode.ts";
import type { ListingSettings } from "#app/domain/policy/pricing/listing-policy.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { type GatewayChoice, listGatewayChoices } from "#app/domain/shops/gateway-choices.ts";
import type { ShippingShare } from "#app/domain/shops/setting-choices.ts";
import { findLiveSummary, type LiveSummary } from "./find-live-summary.server.ts";
import { type GuideFacts, planSetupGuide, type SetupGuide } from "./setup-guide.ts";
import { findTrial, hasDeliveredTrial, type Trial } from "./trial/find-trial.server.ts";

/** What the step of routing proposes. */
export type RoutingProposal = {
  /** Both on, unless the merchant has chosen already. */
  readonly autoPrepaid: boolean;
  readonly autoCod: boolean;
  readonly gateways: readonly GatewayChoice[];
  readonly senderName: string;
  readonly shopName: string;
  readonly shippingShare: ShippingShare;
  readonly whenCostChanges: ListingSettings["whenCostChanges"];
  /** Begun already, so that it is not proposed any more. */
  readonly isInShadowMode: boolean;
};

/** The guide with what its open steps show. */
export type Setup = SetupGuide & {
  readonly routing: RoutingProposal;
  readonly deliveryReady: boolean | null;
  readonly products: number;
  /** Null without a test key in use. */
  readonly trial: Trial | null;
  /** Null once a live key is in use. */
  readonly live: LiveSummary | null;
};

export type SetupOnHome =
  | { readonly kind: "shown"; readonly setup: Setup }
  /** Put away, and not finished: it can be brought back. */
  | { readonly kind: "put_away" | "finished" };

/** Where a shop stands in its set-up; `unseen`: imported products that are on no sales channel. */
export async function findSetup(ctx: ShopContext, unseen: number): Promise<SetupOnHome> {
  const [facts, shown] = await Promise.all([findFacts(ctx, unseen), findSetupAnswer(ctx, "setup_guide")]);
  const guide = planSetupGuide(facts);
  if (guide.next === null) return { kind: "finished" };
  if (shown === "put_away") return { kind: "put_away" };
  const isTest = facts.mode === "test";
  const [routing, trial, live] = await Promise.all([
    findRoutingProposal(ctx, facts),
    isTest ? findTrial(ctx) : null,
    facts.mode === "live" ? null : findLiveSummary(ctx),
  ]);
  const { products, deliveryReady } = facts;
  return { kind: "shown", setup: { ...guide, routing, trial, live, products, deliveryReady } };
}

async function findFacts(ctx: ShopContext, unseen: number): Promise<GuideFacts> {
  const { db, shop, connection } = ctx;
  const ofShop = { shopId: shop.id };
  const [listings, mappings, chosen, prices, couriers, trialDelivered] = await Promise.all([
    db.listing.count({ where: { ...ofShop, state: "ready" } }),
    db.productMapping.count({ where: { ...ofShop, state: "ready" } }),
    findSetupAnswer(ctx, "placing_chosen"),
    findSetupAnswer(ctx, "price_changes"),
    findSetupAnswer(ctx, "courier_apps"),
    hasDeliveredTrial(ctx),
  ]);
  return {
    mode: connection?.mode ?? null,
    placingChosen: chosen !== null || shop.autoPrepaidSince !== null || shop.autoCodSince !== null,
    priceChangesChosen: prices !== null,
    couriersAnswered: couriers !== null,
    ...{ products: listings + mappings, unseen },
    deliveryReady: shop.deliveryReady,
    trialDelivered,
  };
}

async function findRoutingProposal(
  ctx: ShopContext,
  { placingChosen }: GuideFacts,
): Promise<RoutingProposal> {
  const { shop } = ctx;
  const { whenCostChanges } = await loadListingSettings(ctx);
  return {
    autoPrepaid: !placingChosen || shop.autoPrepaidSince !== null,
    autoCod: !placingChosen || shop.autoCodSince !== null,
    gateways: listGatewayChoices({ counted: shop.codGateways, seen: shop.seenGateways }),
    senderName: shop.senderName ?? "",
    shopName: shop.name,
    shippingShare: shop.shippingShare,
    whenCostChanges,
    isInShadowMode: shadowSince(shop) !== null,
  };
}
