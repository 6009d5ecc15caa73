import { toIso } from "../clock.ts";
import { legacyId } from "../ids.ts";
import { moneyView } from "../money.ts";
import type { DeliveryProfileState, FulfillmentServiceState, LocationState } from "../state.ts";
import type { Scene } from "../world.ts";
import { connection } from "./connection.ts";
import { levelView } from "./inventory-view.ts";
import { metafieldFields } from "./metafield-view.ts";
import type { Args, View } from "./view.ts";

export function shopView(scene: Scene): View {
  const { shop } = scene;
  return {
    __typename: "Shop",
    ...metafieldFields(scene, shop.id),
    id: shop.id,
    name: shop.name,
    myshopifyDomain: shop.domain,
    email: shop.email,
    contactEmail: shop.email,
    shopOwnerName: shop.ownerName,
    currencyCode: shop.currency,
    enabledPresentmentCurrencies: [shop.currency],
    ianaTimezone: shop.ianaTimezone,
    timezoneOffset: "+0500",
    timezoneOffsetMinutes: 300,
    timezoneAbbreviation: "PKT",
    createdAt: toIso(shop.createdAt),
    taxesIncluded: true,
    taxShipping: false,
    weightUnit: "KILOGRAMS",
    url: `https://${shop.domain}`,
    primaryDomain: {
      id: `gid://shopify/Domain/${legacyId(shop.id)}`,
      host: shop.domain,
      url: `https://${shop.domain}`,
      sslEnabled: true,
    },
    plan: {
      publicDisplayName: shop.plan.name,
      displayName: shop.plan.name,
      shopifyPlus: shop.plan.shopifyPlus,
      partnerDevelopment: shop.plan.partnerDevelopment,
    },
    shopAddress: {
      id: `gid://shopify/ShopAddress/${legacyId(shop.id)}`,
      countryCodeV2: shop.countryCode,
      city: "Lahore",
    },
    shipsToCountries: () => [...new Set(shop.profiles.flatMap(countriesOf))],
    fulfillmentServices: () => [...shop.services.values()].map((service) => serviceView(scene, service)),
  };
}

export function installationView({ shop, world }: Scene): View {
  return {
    __typename: "AppInstallation",
    id: shop.installationId,
    accessScopes: () => shop.scopes.map((handle) => ({ handle, description: handle.replaceAll("_", " ") })),
    activeSubscriptions: [],
    launchUrl: `https://${shop.domain}/admin/apps/${world.options.apiKey}`,
    app: {
      __typename: "App",
      id: "gid://shopify/App/900000001",
      apiKey: world.options.apiKey,
      title: "Karwan",
      handle: "karwan",
    },
  };
}

export function locationView(scene: Scene, location: LocationState): View {
  const service = location.serviceId ? scene.shop.services.get(location.serviceId) : undefined;
  const stocked = () => [...scene.shop.items.values()].some((item) => item.levels.get(location.id)?.isActive);
  return {
    __typename: "Location",
    ...metafieldFields(scene, location.id),
    id: location.id,
    legacyResourceId: String(legacyId(location.id)),
    name: location.name,
    isActive: location.isActive,
    isPrimary: location.isPrimary,
    isFulfillmentService: service !== undefined,
    fulfillsOnlineOrders: true,
    shipsInventory: service === undefined,
    hasActiveInventory: stocked,
    inventoryLevels: (args: Args) => connection(args, levelsAt(scene, location), ({ view }) => view),
    hasUnfulfilledOrders: () =>
      [...scene.shop.fulfillmentOrders.values()].some(
        ({ locationId, status }) => locationId === location.id && !["CLOSED", "CANCELLED"].includes(status),
      ),
    createdAt: toIso(location.createdAt),
    updatedAt: toIso(location.createdAt),
    fulfillmentService: service ? () => serviceView(scene, service) : null,
    address: { countryCode: "PK", country: "Pakistan", city: "Lahore", formatted: ["Lahore", "Pakistan"] },
  };
}

function levelsAt(scene: Scene, location: LocationState) {
  return [...scene.shop.items.values()].flatMap((item) => {
    const level = item.levels.get(location.id);
    return level?.isActive ? [{ id: level.id, view: levelView(scene, item, level) }] : [];
  });
}

export function serviceView(scene: Scene, service: FulfillmentServiceState): View {
  const location = scene.shop.locations.get(service.locationId);
  return {
    __typename: "FulfillmentService",
    id: service.id,
    handle: service.handle,
    serviceName: service.name,
    type: "THIRD_PARTY",
    callbackUrl: service.callbackUrl,
    inventoryManagement: service.inventoryManagement,
    trackingSupport: service.trackingSupport,
    requiresShippingMethod: service.requiresShippingMethod,
    location: location ? () => locationView(scene, location) : null,
  };
}

export function deliveryProfileView(scene: Scene, profile: DeliveryProfileState): View {
  const groups = (args: Args) =>
    profile.groups
      .filter(({ id }) => !args.locationGroupId || id === args.locationGroupId)
      .map((group) => groupView(scene, group));
  return {
    __typename: "DeliveryProfile",
    id: profile.id,
    name: profile.name,
    default: profile.isDefault,
    activeMethodDefinitionsCount: profile.groups.flatMap(({ zones }) => zones.flatMap(({ rates }) => rates))
      .length,
    originLocationCount: profile.groups.flatMap(({ locationIds }) => locationIds).length,
    zoneCountryCount: countriesOf(profile).length,
    profileLocationGroups: groups,
    unassignedLocations: () => {
      const assigned = new Set(profile.groups.flatMap(({ locationIds }) => locationIds));
      return [...scene.shop.locations.values()]
        .filter(({ id }) => !assigned.has(id))
        .map((one) => locationView(scene, one));
    },
  };
}

function groupView(scene: Scene, group: DeliveryProfileState["groups"][number]): View {
  const locations = () =>
    group.locationIds.flatMap((id) => {
      const location = scene.shop.locations.get(id);
      return location ? [location] : [];
    });
  return {
    countriesInAnyZone: () =>
      group.zones.flatMap((zone) => zoneCountries(zone).map((country) => ({ zone: zone.name, country }))),
    locationGroup: {
      id: group.id,
      locations: (args: Args) => connection(args, locations(), (location) => locationView(scene, location)),
      locationsCount: () => ({ count: locations().length, precision: "EXACT" }),
    },
    locationGroupZones: (args: Args) =>
      connection(args, group.zones, (zone) => ({
        zone: { id: zone.id, name: zone.name, countries: zoneCountries(zone) },
        methodDefinitions: (page: Args) =>
          connection(page, zone.rates, (rate) => ({
            id: rate.id,
            name: rate.name,
            active: true,
            description: null,
            rateProvider: {
              __typename: "DeliveryRateDefinition",
              id: rate.id,
              price: moneyView(rate.price, scene.shop.currency),
            },
          })),
      })),
  };
}

function zoneCountries(zone: DeliveryProfileState["groups"][number]["zones"][number]) {
  if (zone.countries === "rest_of_world") {
    return [
      {
        id: `${zone.id}/rest`,
        name: "Rest of world",
        code: { countryCode: null, restOfWorld: true },
        provinces: [],
      },
    ];
  }
  return zone.countries.map((code) => ({
    id: `${zone.id}/${code}`,
    name: code,
    translatedName: code,
    code: { countryCode: code, restOfWorld: false },
    provinces: [],
  }));
}

function countriesOf(profile: DeliveryProfileState): string[] {
  return profile.groups.flatMap(({ zones }) =>
    zones.flatMap(({ countries }) => (countries === "rest_of_world" ? [] : countries)),
  );
}
