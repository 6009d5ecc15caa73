import { toIso } from "../clock.ts";
import { serviceOf } from "../commerce/fulfillment-order-actions.ts";
import { legacyId } from "../ids.ts";
import type { FulfillmentOrderState, OrderState } from "../order-state.ts";
import type { CollectionState, ProductState, VariantState } from "../state.ts";
import type { Scene } from "../world.ts";
import { covers } from "./access.ts";
import { carrierServiceView } from "./carrier-service-view.ts";
import { connection } from "./connection.ts";
import { fulfillmentOrderView, orderOf, visibleFulfillmentOrders } from "./fulfillment-order-view.ts";
import { metafieldDefinitionView, toNamespace } from "./metafield-view.ts";
import { findNode } from "./node.ts";
import { orderView } from "./order-view.ts";
import { productView, variantsOf, variantView } from "./product-view.ts";
import { publicationView } from "./publication-view.ts";
import { type SearchFields, search } from "./search.ts";
import { deliveryProfileView, installationView, locationView, shopView } from "./shop-view.ts";
import { type Args, refuse, type View } from "./view.ts";
import { webhookView } from "./webhook-view.ts";

const SIXTY_DAYS_MS = 60 * 24 * 3600 * 1000;

export function queryRoot(scene: Scene): View {
  return {
    ...shopQueries(scene),
    ...productQueries(scene),
    ...orderQueries(scene),
    node: (args: Args) => findNode(scene, String(args.id)),
    nodes: (args: Args) => (Array.isArray(args.ids) ? args.ids : []).map((id) => findNode(scene, String(id))),
  };
}

function shopQueries(scene: Scene): View {
  const { shop } = scene;
  return {
    shop: () => shopView(scene),
    currentAppInstallation: () => installationView(scene),
    location: (args: Args) =>
      nullable(args.id ? shop.locations.get(String(args.id)) : [...shop.locations.values()][0], (one) =>
        locationView(scene, one),
      ),
    locations: (args: Args) =>
      connection(
        args,
        [...shop.locations.values()].filter(
          ({ serviceId, isActive }) =>
            (args.includeLegacy === true || !serviceId) && (args.includeInactive === true || isActive),
        ),
        (location) => locationView(scene, location),
      ),
    fulfillmentService: (args: Args) => findNode(scene, String(args.id)),
    deliveryProfiles: (args: Args) =>
      connection(args, shop.profiles, (profile) => deliveryProfileView(scene, profile)),
    deliveryProfile: (args: Args) =>
      nullable(
        shop.profiles.find(({ id }) => id === args.id),
        (profile) => deliveryProfileView(scene, profile),
      ),
    carrierServices: (args: Args) => connection(args, [...shop.carrierServices.values()], carrierServiceView),
    publications: (args: Args) => connection(args, shop.publications, publicationView),
    webhookSubscriptions: (args: Args) =>
      connection(
        args,
        [...shop.webhooks.values()].filter(
          ({ topic }) => !Array.isArray(args.topics) || args.topics.includes(topic),
        ),
        webhookView,
      ),
    job: (args: Args) => nullable(shop.jobs.get(String(args.id)), (job) => ({ ...job })),
  };
}

function productQueries(scene: Scene): View {
  const { shop } = scene;
  const show = (product: ProductState) => productView(scene, product);
  return {
    product: (args: Args) => nullable(shop.products.get(String(args.id)), show),
    productByIdentifier: (args: Args) => nullable(findProduct(scene, args.identifier), show),
    products: (args: Args) =>
      connection(args, search([...shop.products.values()], args.query, productFields(scene)), show),
    productVariants: (args: Args) =>
      connection(args, search(foundVariants(scene), args.query, variantFields), (one) =>
        variantView(scene, one),
      ),
    collections: (args: Args) =>
      connection(
        args,
        search([...shop.collections.values()], args.query, collectionFields),
        ({ productIds, ...one }) => ({
          __typename: "Collection",
          ...one,
          updatedAt: toIso(one.updatedAt),
          productsCount: { count: productIds.size, precision: "EXACT" },
        }),
      ),
    metafieldDefinition: (args: Args) => metafieldDefinitionView(scene, args.identifier),
    productsCount: () => ({ count: shop.products.size, precision: "EXACT" }),
    productVariant: (args: Args) =>
      nullable(shop.variants.get(String(args.id)), (one) => variantView(scene, one)),
    inventoryItem: (args: Args) => findNode(scene, String(args.id)),
    productOperation: (args: Args) => findNode(scene, String(args.id)),
  };
}

function orderQueries(scene: Scene): View {
  const { shop } = scene;
  const all = () =>
    [...shop.fulfillmentOrders.values()].filter((one) => isReadable(scene, orderOf(scene, one)));
  const show = (one: FulfillmentOrderState) => fulfillmentOrderView(scene, one);
  return {
    order: (args: Args) =>
      nullable(readableOrder(scene, String(args.id)), (order) => orderView(scene, order)),
    orders: (args: Args) => {
      const readable = [...shop.orders.values()].filter((order) => isReadable(scene, order));
      const key = args.sortKey === "UPDATED_AT" ? "updatedAt" : "createdAt";
      const sorted = readable.sort(
        (a, b) => a[key].getTime() - b[key].getTime() || legacyId(a.id) - legacyId(b.id),
      );
      return connection(args, search(sorted, args.query, orderFields), (order) => orderView(scene, order));
    },
    fulfillmentOrder: (args: Args) =>
      nullable(
        visibleFulfillmentOrders(
          scene,
          all().filter(({ id }) => id === args.id),
        )[0],
        show,
      ),
    fulfillmentOrders: (args: Args) => {
      const open = all().filter(
        ({ status }) => args.includeClosed === true || !["CLOSED", "CANCELLED"].includes(status),
      );
      const sorted =
        args.sortKey === "UPDATED_AT"
          ? open.sort((a, b) => a.updatedAt.getTime() - b.updatedAt.getTime())
          : open;
      return connection(
        args,
        search(visibleFulfillmentOrders(scene, sorted), args.query, fulfillmentOrderFields),
        show,
      );
    },
    assignedFulfillmentOrders: (args: Args) => {
      const locationIds = Array.isArray(args.locationIds) ? args.locationIds : [];
      const assigned = all().filter(
        (one) =>
          serviceOf(scene, one)?.isOurs === true &&
          (locationIds.length === 0 || locationIds.includes(one.locationId)) &&
          hasAssignment(one, args.assignmentStatus),
      );
      return connection(args, assigned, show);
    },
    fulfillment: (args: Args) => findNode(scene, String(args.id)),
    refund: (args: Args) => findNode(scene, String(args.id)),
  };
}

/** Null as Shopify answers it: unknown, or older than the app may read. */
export function readableOrder(scene: Scene, id: string): OrderState | undefined {
  const order = scene.shop.orders.get(id);
  return order && isReadable(scene, order) ? order : undefined;
}

function isReadable({ world, shop }: Scene, order: OrderState): boolean {
  if (!world.rules.isOn("sixty_days") || covers(shop.scopes, "read_all_orders")) return true;
  return world.clock.now().getTime() - order.createdAt.getTime() <= SIXTY_DAYS_MS;
}

function hasAssignment(one: FulfillmentOrderState, status: unknown): boolean {
  const isOpen = one.status !== "CLOSED" && one.status !== "CANCELLED";
  if (status === "CANCELLATION_REQUESTED")
    return isOpen && one.requests.some(({ kind, answered }) => kind === "CANCELLATION_REQUEST" && !answered);
  if (status === "FULFILLMENT_REQUESTED") return isOpen && one.requestStatus === "SUBMITTED";
  if (status === "FULFILLMENT_ACCEPTED") return isOpen && one.status === "IN_PROGRESS";
  if (status === "FULFILLMENT_UNSUBMITTED") return isOpen && one.requestStatus === "UNSUBMITTED";
  return isOpen;
}

const orderFields: SearchFields<OrderState> = {
  id: ({ id }) => [id],
  name: ({ name }) => [name, name.replace("#", "")],
  created_at: ({ createdAt }) => [createdAt],
  updated_at: ({ updatedAt }) => [updatedAt],
  processed_at: ({ createdAt }) => [createdAt],
  tag: ({ tags }) => tags,
  test: ({ test }) => [String(test)],
  status: ({ cancelledAt, closedAt }) => [cancelledAt ? "cancelled" : closedAt ? "closed" : "open", "any"],
  email: ({ email }) => [email],
  source_name: ({ sourceName }) => [sourceName],
};

const fulfillmentOrderFields: SearchFields<FulfillmentOrderState> = {
  id: ({ id }) => [id],
  assigned_location_id: ({ locationId }) => [locationId],
  status: ({ status }) => [status],
  updated_at: ({ updatedAt }) => [updatedAt],
};

function productFields(scene: Scene): SearchFields<ProductState> {
  const skus = (product: ProductState) =>
    variantsOf(scene, product).map(
      ({ inventoryItemId }) => scene.shop.items.get(inventoryItemId)?.sku ?? null,
    );
  return {
    default: (product) => [product.title, product.vendor, ...product.tags, ...skus(product)],
    id: ({ id }) => [id],
    handle: ({ handle }) => [handle],
    title: ({ title }) => [title],
    status: ({ status }) => [status],
    tag: ({ tags }) => tags,
    vendor: ({ vendor }) => [vendor],
    updated_at: ({ updatedAt }) => [updatedAt],
    sku: skus,
  };
}

/** What was made a moment ago is not in the search yet. */
function foundVariants({ world, shop }: Scene): VariantState[] {
  const known = world.clock.now().getTime() - world.searchLagMs;
  return [...shop.variants.values()].filter(({ createdAt }) => createdAt.getTime() <= known);
}

const variantFields: SearchFields<VariantState> = {
  id: ({ id }) => [id],
  product_id: ({ productId }) => [productId],
  product_ids: ({ productId }) => [productId],
};

const collectionFields: SearchFields<CollectionState> = {
  id: ({ id }) => [id],
  title: ({ title }) => [title],
  collection_type: () => ["custom"],
};

/** Finds a product by id, handle, or a unique metafield. */
export function findProduct(scene: Scene, identifier: unknown): ProductState | undefined {
  if (typeof identifier !== "object" || identifier === null) return undefined;
  const id: unknown = Reflect.get(identifier, "id");
  const handle: unknown = Reflect.get(identifier, "handle");
  const custom: unknown = Reflect.get(identifier, "customId");
  if (typeof id === "string") return scene.shop.products.get(id);
  if (typeof handle === "string")
    return [...scene.shop.products.values()].find((product) => product.handle === handle);
  if (typeof custom === "object" && custom !== null) {
    const namespace = toNamespace(Reflect.get(custom, "namespace"));
    const key: unknown = Reflect.get(custom, "key");
    const definition = scene.shop.definitions.find((one) => one.namespace === namespace && one.key === key);
    if (!definition) throw refuse("A custom id needs a metafield definition of type id.", "BAD_REQUEST");
    const value: unknown = Reflect.get(custom, "value");
    const owner = scene.shop.metafields.find(
      (one) =>
        one.namespace === namespace &&
        one.key === key &&
        one.value === value &&
        one.ownerId.startsWith("gid://shopify/Product/"),
    );
    return owner && scene.shop.products.get(owner.ownerId);
  }
  return undefined;
}

function nullable<T>(value: T | undefined, show: (value: T) => unknown): unknown {
  return value === undefined ? null : show(value);
}
