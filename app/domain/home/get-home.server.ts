import { countUnseen } from "#app/domain/catalog/channels/find-unseen.server.ts";
import { findFixes } from "#app/domain/catalog/pricing/find-fixes.server.ts";
import type { Fix } from "#app/domain/catalog/pricing/fixable-issues.ts";
import { findSetupAnswer } from "#app/domain/connection/setup-answers.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { countCalls } from "#app/domain/orders/confirmation/list-calls.server.ts";
import { mayPublish } from "#app/shopify/scopes.ts";
import { type AttentionList, listAttention } from "./issues-on-home.server.ts";
import { findSetup, type SetupOnHome } from "./set-up/find-setup.server.ts";

export type Home = {
  readonly attention: AttentionList;
  /** The prices that would end needs of listings, by the ids of the needs. */
  readonly fixes: Readonly<Record<string, Fix>>;
  readonly setup: SetupOnHome;
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
  const [attention, couriers, unseen, calls] = await Promise.all([
    listAttention(ctx, viewer),
    findSetupAnswer(ctx, "courier_apps"),
    countUnseen(ctx),
    countCalls(ctx),
  ]);
  const [setup, fixes] = await Promise.all([findSetup(ctx, unseen), findFixes(ctx, attention.issues)]);
  return {
    ...{ attention, setup, fixes },
    bookedByOthers: couriers === "yes",
    unseen: { count: unseen, canPublish: mayPublish(ctx.shop.grantedScopes) },
    calls: calls.waiting,
    asOf: ctx.clock.now(),
  };
}
