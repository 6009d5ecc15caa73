import { type ConnectionView, listConnections } from "#app/domain/connection/list-connections.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { describeRefusal, type RefusalText } from "#app/domain/messages/failures/connection-refusal.ts";
import type {
  ConfirmationAsker,
  NotConfirmedChoice,
  RefusedChoice,
  ShippingShare,
  TextLanguage,
} from "#app/domain/shops/setting-choices.ts";
import type { CustomerWordsSetting } from "./customer-words.ts";
import { type GatewayChoice, listGatewayChoices } from "./gateway-choices.ts";

/** A connection, with what stands in its way in words. */
type ConnectionOnPage = ConnectionView & { readonly trouble: RefusalText | null };

/** A switch that hands orders off by itself: on since when, and by whom. */
type Switch = { readonly since: Date; readonly by: string } | null;

export type Settings = Readonly<Record<CustomerWordsSetting, string>> & {
  readonly connections: readonly ConnectionOnPage[];
  readonly autoPrepaid: Switch;
  readonly autoCod: Switch;
  readonly pausedAt: Date | null;
  readonly gateways: readonly GatewayChoice[];
  /** null: the shop's own name. */
  readonly senderName: string | null;
  readonly shopName: string;
  readonly shippingShare: ShippingShare;
  readonly markPaidOnDelivery: boolean;
  readonly notifyCustomers: boolean;
  readonly whenRefused: RefusedChoice;
  readonly holdLooksTwice: boolean;
  readonly tagRefusedBefore: boolean;
  readonly confirmationAsker: ConfirmationAsker;
  readonly confirmationLimitHours: number;
  readonly confirmationReminderHours: number;
  readonly whenNotConfirmed: NotConfirmedChoice;
  readonly customerLanguage: TextLanguage;
  readonly deliveryReady: boolean | null;
  readonly egressAddresses: readonly string[];
  readonly dashboardUrl: string | null;
  readonly openParcels: number;
  readonly asOf: Date;
};

const OPEN_STATUSES = ["RECEIVED", "AWAITING_FUNDS", "CONFIRMED", "PROCESSING", "SHIPPED"];

/** All settings of a shop and how its connection stands, from our own rows. */
export async function getSettings(ctx: ShopContext): Promise<Settings> {
  const { shop } = ctx;
  const [connections, openParcels] = await Promise.all([
    listConnections(ctx),
    ctx.db.parcel.count({ where: { shopId: shop.id, mode: "live", status: { in: OPEN_STATUSES } } }),
  ]);
  return {
    connections: connections.map((view) => ({
      ...view,
      trouble: view.health === "ok" ? null : describeRefusal(view.health),
    })),
    autoPrepaid: toSwitch(shop.autoPrepaidSince, shop.autoPrepaidBy),
    autoCod: toSwitch(shop.autoCodSince, shop.autoCodBy),
    pausedAt: shop.placingPausedAt,
    gateways: listGatewayChoices({ counted: shop.codGateways, seen: shop.seenGateways }),
    senderName: shop.senderName,
    shopName: shop.name,
    shippingShare: shop.shippingShare,
    markPaidOnDelivery: shop.markPaidOnDelivery,
    notifyCustomers: shop.notifyCustomers,
    whenRefused: shop.whenRefused,
    holdLooksTwice: shop.holdLooksTwice,
    tagRefusedBefore: shop.tagRefusedBefore,
    confirmationAsker: shop.confirmationAsker,
    confirmationLimitHours: shop.confirmationLimitHours,
    confirmationReminderHours: shop.confirmationReminderHours,
    whenNotConfirmed: shop.whenNotConfirmed,
    customerLanguage: shop.customerLanguage,
    customerWordsEn: shop.customerWordsEn,
    customerWordsRomanUrdu: shop.customerWordsRomanUrdu,
    customerWordsUr: shop.customerWordsUr,
    deliveryReady: shop.deliveryReady,
    egressAddresses: ctx.env.EGRESS_ADDRESSES,
    dashboardUrl: ctx.env.SERVICE_DASHBOARD_URL ?? null,
    openParcels,
    asOf: ctx.clock.now(),
  };
}

function toSwitch(since: Date | null, by: string | null): Switch {
  return since ? { since, by: by ?? "" } : null;
}
