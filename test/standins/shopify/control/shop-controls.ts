import { toShopTime } from "../clock.ts";
import { DEMO_OPTIONAL_SCOPES, DEMO_SCOPES, DEMO_SHOP } from "../defaults.ts";
import { deleteService } from "../graphql/mutations/fulfillment-services.ts";
import { legacyId } from "../ids.ts";
import { mintSessionToken } from "../session-token.ts";
import { createShop, flatRate, type NewShop } from "../shops.ts";
import { getShop, type ShopState, type ShopStatus, type World } from "../world.ts";

type InShop = { readonly shop?: string };

/** Controls over shops and their people. */
export function shopControls(world: World) {
  const sceneOf = ({ shop }: InShop) => ({ world, shop: getShop(world, shop ?? DEMO_SHOP) });
  const optional = world.options.optionalScopes ?? DEMO_OPTIONAL_SCOPES;
  return {
    createShop(input: NewShop) {
      const shop = createShop(world, input);
      return { id: shop.id, domain: shop.domain, locationId: [...shop.locations.keys()][0] ?? "" };
    },
    /** An id token as App Bridge would hand it out. User 1 is the account owner, 2 staff, 3 and more collaborators. */
    sessionToken(input: InShop & { readonly userId?: number } = {}) {
      const { shop } = sceneOf(input);
      const { apiKey, sessionTokenSeconds: lifetimeSeconds } = world.options;
      return mintSessionToken({
        shop: shop.domain,
        userId: input.userId ?? 1,
        apiKey,
        apiSecret: world.secrets.signing,
        now: world.clock.now(),
        lifetimeSeconds,
      });
    },
    /**
     * Which secret signs webhooks and session tokens from now on, and which ones a token request may carry. While two
     * are not revoked, webhooks are signed with the older one.
     * https://shopify.dev/docs/apps/build/authentication-authorization/client-secrets/rotate-revoke-client-credentials
     */
    setSecrets(input: { readonly signing: string; readonly accepted: readonly string[] }) {
      Object.assign(world.secrets, input);
      return { accepted: input.accepted.length };
    },
    setShop(
      input: InShop & {
        readonly status?: ShopStatus;
        readonly customerDataApproved?: boolean;
        readonly name?: string;
        readonly planName?: string;
        readonly shopifyPlus?: boolean;
        readonly partnerDevelopment?: boolean;
        readonly bucket?: { readonly maximum: number; readonly restorePerSecond: number };
      },
    ) {
      const { shop } = sceneOf(input);
      shop.status = input.status ?? shop.status;
      shop.name = input.name ?? shop.name;
      shop.customerDataApproved = input.customerDataApproved ?? shop.customerDataApproved;
      shop.plan.name = input.planName ?? shop.plan.name;
      shop.plan.shopifyPlus = input.shopifyPlus ?? shop.plan.shopifyPlus;
      shop.plan.partnerDevelopment = input.partnerDevelopment ?? shop.plan.partnerDevelopment;
      if (input.bucket) shop.bucket = { ...shop.bucket, ...input.bucket, available: input.bucket.maximum };
      return { status: shop.status };
    },
    setScopes(input: InShop & { readonly scopes: readonly string[] }) {
      return changeScopes(world, sceneOf(input).shop, input.scopes);
    },
    /** Which scopes of the app's the shop has granted, and which it may be asked for. */
    scopesOf(input: InShop = {}) {
      const granted = sceneOf(input).shop.scopes;
      return { granted, required: world.options.scopes ?? DEMO_SCOPES, optional };
    },
    /** The merchant allows what the app asked for in place. @throws Error for what the app never declared as optional */
    grantScopes(input: InShop & { readonly scopes: readonly string[] }) {
      const undeclared = input.scopes.filter((scope) => !optional.includes(scope));
      if (undeclared.length > 0) throw new Error(`${undeclared.join(", ")} is no optional scope of the app`);
      const { shop } = sceneOf(input);
      return changeScopes(world, shop, [...new Set([...shop.scopes, ...input.scopes])]);
    },
    /** The shop moves to another domain; its id stays. */
    renameShop(input: InShop & { readonly domain: string }) {
      const { shop } = sceneOf(input);
      world.shops.delete(shop.domain);
      world.tokens.rename(shop.domain, input.domain);
      shop.domain = input.domain;
      world.shops.set(shop.domain, shop);
      return { domain: shop.domain };
    },
    /** The merchant opens one more location of their own. */
    addLocation(input: InShop & { readonly name: string }) {
      const { shop } = sceneOf(input);
      const id = world.ids.next("Location");
      const createdAt = world.clock.now();
      const own = { isActive: true, isPrimary: false, serviceId: null, createdAt };
      shop.locations.set(id, { id, name: input.name, ...own });
      return { id };
    },
    /** The merchant deactivates a location, or brings it back. */
    setLocation(input: InShop & { readonly locationId: string; readonly isActive: boolean }) {
      const { shop } = sceneOf(input);
      const location = shop.locations.get(input.locationId);
      if (!location) throw new Error(`The shop has no location ${input.locationId}`);
      location.isActive = input.isActive;
      const topic = input.isActive ? "locations/activate" : "locations/deactivate";
      world.webhooks.emit(shop, topic, {
        id: legacyId(location.id),
        admin_graphql_api_id: location.id,
        name: location.name,
      });
      return { isActive: location.isActive };
    },
    /** The merchant deletes the app's fulfillment service, and its location with it; its stock goes, or moves to theirs. */
    deleteService(input: InShop & { readonly id?: string; readonly movesStock?: boolean } = {}) {
      const scene = sceneOf(input);
      const id = input.id ?? [...scene.shop.services.keys()][0] ?? "";
      const own = [...scene.shop.locations.values()].find(({ isPrimary }) => isPrimary);
      deleteService(
        scene,
        input.movesStock
          ? { id, inventoryAction: "TRANSFER", destinationLocationId: own?.id }
          : { id, inventoryAction: "DELETE" },
      );
      return { id };
    },
    /** Puts a location into the general delivery profile's zone for Pakistan, or takes it out. */
    setShipsFrom(input: InShop & { readonly locationId: string; readonly ships: boolean }) {
      const { shop } = sceneOf(input);
      const group = shop.profiles[0]?.groups[0];
      if (!group) throw new Error("The shop has no delivery profile");
      const others = group.locationIds.filter((id) => id !== input.locationId);
      group.locationIds = input.ships ? [...others, input.locationId] : others;
      return { locationIds: group.locationIds };
    },
    /** A delivery profile of its own, with one location group and a rate in each of its zones. */
    addDeliveryProfile(
      input: InShop & {
        readonly name: string;
        readonly locationIds: readonly string[];
        readonly zones: ReadonlyArray<readonly string[]>;
      },
    ) {
      const { shop } = sceneOf(input);
      const zones = input.zones.map((countries, index) => ({
        id: world.ids.next("DeliveryZone"),
        name: `Zone ${index + 1}`,
        countries: [...countries],
        rates: [flatRate(world)],
      }));
      const group = {
        id: world.ids.next("DeliveryLocationGroup"),
        locationIds: [...input.locationIds],
        zones,
      };
      const id = world.ids.next("DeliveryProfile");
      shop.profiles.push({
        id,
        name: input.name,
        isDefault: false,
        takesNewLocations: false,
        groups: [group],
      });
      return { id };
    },
    uninstall(input: InShop = {}) {
      const { shop } = sceneOf(input);
      shop.installed = false;
      // What an app answered at the checkout goes with it.
      shop.carrierServices.clear();
      world.tokens.revoke(shop.domain);
      world.webhooks.emit(shop, "app/uninstalled", {
        id: legacyId(shop.id),
        name: shop.name,
        email: shop.email,
        domain: null,
        myshopify_domain: null,
        plan_name: shop.plan.name.toLowerCase(),
        currency: shop.currency,
        iana_timezone: shop.ianaTimezone,
      });
      return { installed: false };
    },
    reinstall(input: InShop & { readonly scopes?: readonly string[] } = {}) {
      const { shop } = sceneOf(input);
      shop.installed = true;
      shop.scopes = [...(input.scopes ?? shop.scopes)];
      return { installed: true };
    },
    /** One of the three compliance webhooks, about one order's customer or the whole shop. */
    compliance(
      input: InShop & {
        readonly topic: "customers/data_request" | "customers/redact" | "shop/redact";
        readonly orderId?: string;
      },
    ) {
      const { shop } = sceneOf(input);
      const order = input.orderId ? shop.orders.get(input.orderId) : undefined;
      const customer = order?.customer && {
        id: legacyId(order.customer.id),
        email: order.customer.email,
        phone: order.customer.phone,
      };
      const orders = order ? [legacyId(order.id)] : [];
      const base = { shop_id: legacyId(shop.id), shop_domain: shop.domain };
      const bodies = {
        "shop/redact": base,
        "customers/redact": { ...base, customer, orders_to_redact: orders },
        "customers/data_request": {
          ...base,
          customer,
          orders_requested: orders,
          data_request: { id: world.ids.number("DataRequest") },
        },
      };
      world.webhooks.emit(shop, input.topic, bodies[input.topic]);
      return { topic: input.topic };
    },
  };
}

function changeScopes(world: World, shop: ShopState, scopes: readonly string[]) {
  const previous = shop.scopes;
  shop.scopes = [...scopes];
  world.webhooks.emit(shop, "app/scopes_update", {
    id: 1,
    shop_id: shop.id,
    previous,
    current: shop.scopes,
    updated_at: toShopTime(world.clock.now()),
  });
  return { scopes: shop.scopes };
}
