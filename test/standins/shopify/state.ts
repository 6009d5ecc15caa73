import type { Paisa } from "./money.ts";

/** What the stand-in holds for one shop. Ids are global ids; amounts are paisas; times are Date. */
export type Address = {
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  provinceCode: string | null;
  zip: string | null;
  countryCode: string | null;
  phone: string | null;
};

export type LocationState = {
  id: string;
  name: string;
  isActive: boolean;
  isPrimary: boolean;
  serviceId: string | null;
  createdAt: Date;
};

export type FulfillmentServiceState = {
  id: string;
  handle: string;
  name: string;
  callbackUrl: string | null;
  inventoryManagement: boolean;
  trackingSupport: boolean;
  requiresShippingMethod: boolean;
  locationId: string;
  isOurs: boolean;
};

export type CarrierServiceState = {
  id: string;
  name: string;
  callbackUrl: string;
  active: boolean;
  supportsServiceDiscovery: boolean;
};

export type MetafieldState = {
  id: string;
  ownerId: string;
  namespace: string;
  key: string;
  type: string;
  value: string;
  createdAt: Date;
  updatedAt: Date;
};

export type MetafieldDefinitionState = {
  id: string;
  ownerType: string;
  namespace: string;
  key: string;
  name: string;
  type: string;
  description: string | null;
  isUnique: boolean;
};

export type MediaState = { id: string; alt: string; originalSource: string; url: string; status: string };

type OptionState = { id: string; name: string; values: Array<{ id: string; name: string }> };

export type ProductState = {
  id: string;
  handle: string;
  title: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  status: string;
  tags: string[];
  templateSuffix: string | null;
  seo: { title: string | null; description: string | null };
  options: OptionState[];
  variantIds: string[];
  media: MediaState[];
  /** Since when it is on a channel, by the id of the publication. */
  publishedOn: Map<string, Date>;
  createdAt: Date;
  updatedAt: Date;
};

/** A collection filled by hand. */
export type CollectionState = { id: string; title: string; productIds: Set<string>; updatedAt: Date };

export type VariantState = {
  id: string;
  productId: string;
  inventoryItemId: string;
  price: Paisa;
  compareAtPrice: Paisa | null;
  barcode: string | null;
  taxable: boolean;
  inventoryPolicy: string;
  position: number;
  selectedOptions: Array<{ name: string; value: string }>;
  mediaId: string | null;
  createdAt: Date;
  updatedAt: Date;
};

export type LevelState = {
  id: string;
  locationId: string;
  available: number;
  committed: number;
  isActive: boolean;
  updatedAt: Date;
};

export type InventoryItemState = {
  id: string;
  variantId: string;
  sku: string | null;
  cost: Paisa | null;
  tracked: boolean;
  requiresShipping: boolean;
  weightKg: number | null;
  countryCodeOfOrigin: string | null;
  levels: Map<string, LevelState>;
  /** With which code and words every quantity of it is refused; null where it is taken. */
  refusal: { readonly code: string | null; readonly message: string } | null;
  createdAt: Date;
  updatedAt: Date;
};

export type DeliveryProfileState = {
  id: string;
  name: string;
  isDefault: boolean;
  /** Whether a new location joins the first group, and so ships where that group ships. */
  takesNewLocations: boolean;
  groups: Array<{
    id: string;
    locationIds: string[];
    zones: Array<{
      id: string;
      name: string;
      countries: string[] | "rest_of_world";
      rates: Array<{
        id: string;
        name: string;
        price: Paisa;
        /** Of the weight of a cart, both counted in; null: no bound. */
        fromGrams: number | null;
        upToGrams: number | null;
      }>;
    }>;
  }>;
};

export type PublicationState = {
  id: string;
  channelId: string;
  name: string;
  /** The app behind the channel. */
  appId: string;
  appHandle: string;
};

export type ShopWebhookState = {
  id: string;
  topic: string;
  uri: string;
  includeFields: string[];
  filter: string | null;
  name: string | null;
  createdAt: Date;
};

export type JobState = { id: string; done: boolean };

export type ProductOperationState = {
  id: string;
  status: "CREATED" | "ACTIVE" | "COMPLETE";
  productId: string | null;
  userErrors: Array<{ field: string[] | null; message: string; code: string | null }>;
};
