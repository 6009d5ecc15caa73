import { newPublications } from "./commerce/channels.ts";
import { DEMO_SCOPES } from "./defaults.ts";
import { gid } from "./ids.ts";
import type { ShopState, World } from "./world.ts";

/** A shop that has the app installed, a warehouse of its own, and shipping within Pakistan from it. */
export type NewShop = {
  readonly domain: string;
  readonly name?: string;
  readonly currency?: string;
  readonly scopes?: readonly string[];
  readonly installed?: boolean;
  readonly customerDataApproved?: boolean;
  readonly plan?: {
    readonly name?: string;
    readonly shopifyPlus?: boolean;
    readonly partnerDevelopment?: boolean;
  };
  readonly bucket?: { readonly maximum: number; readonly restorePerSecond: number };
  /** Whether the default delivery profile takes up new locations with its zone for Pakistan. */
  readonly shipsFromNewLocations?: boolean;
};

export function createShop(world: World, input: NewShop): ShopState {
  if (world.shops.has(input.domain)) throw new Error(`The shop ${input.domain} exists already`);
  const number = world.ids.number("Shop");
  const bucket = input.bucket ?? world.options.bucket ?? { maximum: 2000, restorePerSecond: 100 };
  const now = world.clock.now();
  const warehouse = world.ids.next("Location");
  const shop: ShopState = {
    ...emptyCollections(),
    id: gid("Shop", number),
    domain: input.domain,
    name: input.name ?? "Karwan Demo",
    email: "owner@example.com",
    ownerName: "Demo Owner",
    currency: input.currency ?? "PKR",
    ianaTimezone: "Asia/Karachi",
    countryCode: "PK",
    plan: {
      name: input.plan?.name ?? "Basic",
      shopifyPlus: input.plan?.shopifyPlus ?? false,
      partnerDevelopment: input.plan?.partnerDevelopment ?? false,
    },
    status: "active",
    installed: input.installed ?? true,
    scopes: [...(input.scopes ?? world.options.scopes ?? DEMO_SCOPES)],
    customerDataApproved: input.customerDataApproved ?? true,
    createdAt: now,
    installationId: gid("AppInstallation", number),
    nextOrderNumber: 1001,
    bucket: { ...bucket, available: bucket.maximum, atMs: now.getTime() },
    publications: newPublications(world),
    profiles: [defaultProfile(world, warehouse, input.shipsFromNewLocations ?? true)],
  };
  shop.locations.set(warehouse, {
    id: warehouse,
    name: "Shop location",
    isActive: true,
    isPrimary: true,
    serviceId: null,
    createdAt: now,
  });
  world.shops.set(shop.domain, shop);
  return shop;
}

function emptyCollections() {
  return {
    locations: new Map(),
    services: new Map(),
    products: new Map(),
    collections: new Map(),
    variants: new Map(),
    items: new Map(),
    orders: new Map(),
    fulfillmentOrders: new Map(),
    fulfillments: new Map(),
    metafields: [],
    definitions: [],
    webhooks: new Map(),
    jobs: new Map(),
    operations: new Map(),
    idempotent: new Map(),
    mails: [],
    flowRuns: [],
    carrierServices: new Map(),
    cachedRates: new Map(),
    rateAnswers: [],
  };
}

/** A rate for every cart, whatever it weighs. */
export function flatRate(world: World) {
  const id = world.ids.next("DeliveryMethodDefinition");
  return { id, name: "Standard", price: 20000, fromGrams: null, upToGrams: null };
}

function defaultProfile(world: World, warehouse: string, takesNewLocations: boolean) {
  return {
    id: world.ids.next("DeliveryProfile"),
    name: "General profile",
    isDefault: true,
    takesNewLocations,
    groups: [
      {
        id: world.ids.next("DeliveryLocationGroup"),
        locationIds: [warehouse],
        zones: [
          {
            id: world.ids.next("DeliveryZone"),
            name: "Domestic",
            countries: ["PK"],
            rates: [flatRate(world)],
          },
        ],
      },
    ],
  };
}
