import type {
  BulkItem,
  Delivery,
  Handoff,
  HandoffItem,
  LedgerCopy,
  LedgerEntry,
  ListedVariant,
  Listing,
  Order,
  Parcel,
  Prisma,
  ProductMapping,
  ProfitShare,
  Shop,
  StockedItem,
  SupplierConnection,
} from "@prisma/client";
import { expectTypeOf, it } from "vitest";
import type { bulkRunWork } from "#app/domain/bulk-actions/start-bulk-run.server.ts";
import type { reconcileMapping } from "#app/domain/catalog/mapping/reconcile-mapping.server.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { parcelCost } from "#app/domain/money/wallet-cost.ts";
import type { ParcelContents } from "#app/domain/orders/parcels/plan-contents.ts";
import type { stateContents } from "#app/domain/orders/parcels/state-contents.server.ts";
import type { attemptBodyPlace } from "#app/domain/orders/placement/send-attempt.server.ts";
import type { loadOrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { checkListing } from "#app/domain/product-events/check-listing.server.ts";
import type { requestStockReconcile } from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import type { sendPayment } from "#app/domain/wallet/send-payment.server.ts";
import type {
  AccountId,
  AccountKey,
  BulkRunId,
  ExternalOrderId,
  FulfillmentGid,
  FulfillmentOrderGid,
  FulfillmentOrderLineGid,
  HandoffId,
  InventoryItemGid,
  LedgerEntryId,
  LineItemGid,
  ListingId,
  LocationGid,
  MappingId,
  OrderGid,
  OrderId,
  ParcelId,
  PaymentId,
  ProductGid,
  ShopId,
  StockedItemId,
  SupplierOrderId,
  SupplierProductId,
  SupplierVariantId,
  VariantGid,
} from "#app/platform/ids.ts";
import type { cancelFulfillment } from "#app/shopify/operations/fulfillment/cancel-fulfillment.ts";
import type { FulfillmentInput } from "#app/shopify/operations/fulfillment/create-fulfillment.ts";
import type { findMoveTargets } from "#app/shopify/operations/fulfillment/find-move-targets.ts";
import type { listInventoryLevels } from "#app/shopify/operations/inventory/list-inventory-levels.ts";
import type { deleteProduct } from "#app/shopify/operations/products/delete-product.ts";
import type { findVariants } from "#app/shopify/operations/products/find-variants.ts";
import type { findLocation } from "#app/shopify/operations/shop/find-location.ts";
import type { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import type { onlyVariantOf } from "#app/supplier/catalog.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import type { Mode } from "#app/supplier/mode.ts";

it("a column with a closed type is read, written and filtered by its words alone", () => {
  expectTypeOf<SupplierConnection["mode"]>().toEqualTypeOf<Mode>();
  expectTypeOf<Prisma.BulkRunUncheckedCreateInput["mode"]>().toEqualTypeOf<Mode | null | undefined>();
  expectTypeOf<{ mode: string }>().not.toExtend<Prisma.SupplierConnectionWhereInput>();
  expectTypeOf<{ mode: { in: string[] } }>().not.toExtend<Prisma.SupplierConnectionWhereInput>();
  expectTypeOf<{ mode: { not: "live" } }>().toExtend<Prisma.SupplierConnectionWhereInput>();
  expectTypeOf<{ mode: { not: "sandbox" } }>().not.toExtend<Prisma.SupplierConnectionWhereInput>();
  expectTypeOf<{ mode: "sandbox" }>().not.toExtend<Prisma.SupplierConnectionUncheckedUpdateInput>();
});

it("a column of rupees is read and written as rupees, and no other number is taken for them", () => {
  expectTypeOf<Parcel["marginPkr"]>().toEqualTypeOf<Rupees | null>();
  expectTypeOf<{ pricePkr: Rupees }>().toExtend<Prisma.ListingVariantUncheckedUpdateInput>();
  expectTypeOf<{ pricePkr: Parcel["part"] }>().not.toExtend<Prisma.ListingVariantUncheckedUpdateInput>();
  expectTypeOf<{ pricePkr: Parcel["part"] }>().not.toExtend<Prisma.ListingVariantWhereInput>();
  expectTypeOf<Pick<Parcel, "wholesalePkr" | "shippingCostPkr">>().toExtend<
    Parameters<typeof parcelCost>[0]
  >();
  expectTypeOf<{ wholesalePkr: Parcel["of"] }>().not.toExtend<Parameters<typeof parcelCost>[0]>();
});

it("an account is named by its id at the service, and where rows belong to no shop by its key alone", () => {
  expectTypeOf<SupplierConnection["accountId"]>().toEqualTypeOf<AccountId>();
  expectTypeOf<LedgerEntry["accountKey"]>().toEqualTypeOf<AccountKey>();
  expectTypeOf<{ accountKey: AccountId }>().not.toExtend<Prisma.LedgerEntryWhereInput>();
  expectTypeOf<{ accountId: AccountKey }>().not.toExtend<Prisma.HandoffWhereInput>();
  expectTypeOf<AccountKey>().not.toExtend<Parameters<typeof accountKeyOf>[0]>();
});

it("a product and a variant of the service are told apart, though a product without variants is its own only one", () => {
  expectTypeOf<Listing["supplierProductId"]>().toEqualTypeOf<SupplierProductId>();
  expectTypeOf<ListedVariant["supplierVariantId"]>().toEqualTypeOf<SupplierVariantId>();
  expectTypeOf<ProfitShare["supplierVariantId"]>().toEqualTypeOf<SupplierVariantId | null>();
  expectTypeOf<{ supplierVariantId: SupplierProductId }>().not.toExtend<Prisma.HandoffItemWhereInput>();
  expectTypeOf<{ supplierProductId: { in: string[] } }>().not.toExtend<Prisma.CatalogProductWhereInput>();
  expectTypeOf<SupplierProductId>().toExtend<Parameters<SupplierClient["getProduct"]>[0]>();
  expectTypeOf<SupplierVariantId>().not.toExtend<Parameters<SupplierClient["getProduct"]>[0]>();
  expectTypeOf<SupplierProductId[]>().not.toExtend<Parameters<SupplierClient["getInventory"]>[0]>();
  expectTypeOf<ReturnType<typeof onlyVariantOf>>().toEqualTypeOf<SupplierVariantId>();
});

type OrderIds = OrderId | OrderGid | HandoffId | ParcelId | ExternalOrderId | SupplierOrderId;

it("an id is taken for no other, and no text for an id", () => {
  expectTypeOf<Shop["id"]>().toEqualTypeOf<ShopId>();
  expectTypeOf<Delivery["shopId"]>().toEqualTypeOf<ShopId | null>();
  expectTypeOf<{ shopId: OrderId }>().not.toExtend<Prisma.HandoffUncheckedUpdateInput>();
  expectTypeOf<{ shopId: string }>().not.toExtend<Prisma.HandoffWhereInput>();
  expectTypeOf<Shop["locationGid"]>().toEqualTypeOf<LocationGid | null>();
  expectTypeOf<{ locationGid: ShopId }>().not.toExtend<Prisma.ShopUpdateInput>();
  expectTypeOf<Handoff["fulfillmentOrderGids"]>().toEqualTypeOf<FulfillmentOrderGid[]>();
  expectTypeOf<{ gid: OrderGid }>().not.toExtend<Prisma.FulfillmentOrderWhereInput>();
  expectTypeOf<Parcel["fulfillmentGid"]>().toEqualTypeOf<FulfillmentGid | null>();
  expectTypeOf<{ fulfillmentGid: FulfillmentOrderGid }>().not.toExtend<Prisma.ParcelUncheckedUpdateInput>();
  expectTypeOf<{ lineGid: FulfillmentOrderLineGid }>().not.toExtend<Prisma.HandoffItemWhereInput>();
  expectTypeOf<HandoffItem["fulfillmentOrderLineGid"]>().toEqualTypeOf<FulfillmentOrderLineGid>();
  expectTypeOf<StockedItem["inventoryItemGid"]>().toEqualTypeOf<InventoryItemGid | null>();
  expectTypeOf<{ inventoryItemGid: { in: string[] } }>().not.toExtend<Prisma.StockedItemWhereInput>();
  expectTypeOf<Listing["productGid"]>().toEqualTypeOf<ProductGid | null>();
  expectTypeOf<{ productGid: InventoryItemGid }>().not.toExtend<Prisma.VariantLinkWhereInput>();
  expectTypeOf<{ productGid: { in: string[] } }>().not.toExtend<Prisma.ProductMappingWhereInput>();
  expectTypeOf<BulkItem["runId"]>().toEqualTypeOf<BulkRunId>();
  expectTypeOf<{ runId: ListingId }>().not.toExtend<Prisma.PriceChangeWhereInput>();
  expectTypeOf<ProductMapping["id"]>().toEqualTypeOf<MappingId>();
  expectTypeOf<{ id: ListingId }>().not.toExtend<Prisma.ProductMappingWhereInput>();
  expectTypeOf<StockedItem["id"]>().toEqualTypeOf<StockedItemId>();
  expectTypeOf<ListedVariant["id"]>().toEqualTypeOf<StockedItemId>();
  expectTypeOf<{ itemId: ListingId }>().not.toExtend<Prisma.StockedComponentWhereInput>();
  expectTypeOf<{ listingVariantId: ListingId }>().not.toExtend<Prisma.PriceChangeWhereInput>();
  expectTypeOf<StockedItem["variantGid"]>().toEqualTypeOf<VariantGid | null>();
  expectTypeOf<ListedVariant["variantGid"]>().toEqualTypeOf<VariantGid | null>();
  expectTypeOf<{ variantGid: ProductGid }>().not.toExtend<Prisma.OpenUnitWhereInput>();
  expectTypeOf<{ variantGid: { in: SupplierVariantId[] } }>().not.toExtend<Prisma.StockedItemWhereInput>();
  expectTypeOf<Listing["id"]>().toEqualTypeOf<ListingId>();
  expectTypeOf<BulkItem["listingId"]>().toEqualTypeOf<ListingId | null>();
  expectTypeOf<{ listingId: OrderId }>().not.toExtend<Prisma.BulkItemWhereInput>();
  expectTypeOf<Order["id"]>().toEqualTypeOf<OrderId>();
  expectTypeOf<Order["orderGid"]>().toEqualTypeOf<OrderGid>();
  expectTypeOf<Handoff["id"]>().toEqualTypeOf<HandoffId>();
  expectTypeOf<Handoff["externalOrderId"]>().toEqualTypeOf<ExternalOrderId>();
  expectTypeOf<Parcel["id"]>().toEqualTypeOf<ParcelId>();
  expectTypeOf<Parcel["supplierOrderId"]>().toEqualTypeOf<SupplierOrderId>();
  expectTypeOf<LedgerEntry["entryId"]>().toEqualTypeOf<LedgerEntryId>();
  expectTypeOf<LedgerCopy["knownId"]>().toEqualTypeOf<LedgerEntryId | null>();
  expectTypeOf<{ entryId: SupplierOrderId }>().not.toExtend<Prisma.LedgerEntryWhereInput>();
  expectTypeOf<{ entryIds: string[] }>().not.toExtend<Prisma.SettlementDifferenceUpdateInput>();
  expectTypeOf<LedgerEntry["ownerParcelId"]>().toEqualTypeOf<ParcelId | null>();
  expectTypeOf<{ orderId: string }>().not.toExtend<Prisma.HandoffUncheckedUpdateInput>();
  expectTypeOf<{ orderId: Exclude<OrderIds, OrderId> }>().not.toExtend<Prisma.HandoffUncheckedUpdateInput>();
  expectTypeOf<{ parcelIds: HandoffId[] }>().not.toExtend<Prisma.SettlementDifferenceUpdateInput>();
});

it("an id is filtered by its own kind, and does not open the filters beside it", () => {
  expectTypeOf<{ orderId: OrderId }>().toExtend<Prisma.HandoffWhereInput>();
  expectTypeOf<{ orderId: { in: OrderId[] } }>().toExtend<Prisma.HandoffWhereInput>();
  expectTypeOf<{ orderId: string }>().not.toExtend<Prisma.HandoffWhereInput>();
  expectTypeOf<{ orderId: { in: HandoffId[] } }>().not.toExtend<Prisma.HandoffWhereInput>();
  expectTypeOf<{ ownerParcelId: OrderId }>().not.toExtend<Prisma.LedgerEntryWhereInput>();
  expectTypeOf<{ state: string }>().not.toExtend<Prisma.HandoffWhereInput>();
  expectTypeOf<{ mode: string }>().not.toExtend<Prisma.ParcelWhereInput>();
  expectTypeOf<{ state: string }>().not.toExtend<Prisma.OrderScalarWhereWithAggregatesInput>();
});

type UnitsToShip = FulfillmentInput["fulfillmentOrders"][number];

it("a function is given the id it means", () => {
  expectTypeOf<LocationGid>().toExtend<Parameters<typeof findLocation>[1]>();
  expectTypeOf<Listing["productGid"]>().not.toExtend<Parameters<typeof findLocation>[1]>();
  expectTypeOf<FulfillmentOrderGid>().toExtend<Parameters<typeof findMoveTargets>[1]>();
  expectTypeOf<OrderGid>().not.toExtend<Parameters<typeof findMoveTargets>[1]>();
  expectTypeOf<LineItemGid>().not.toExtend<UnitsToShip["lines"][number]["id"]>();
  expectTypeOf<FulfillmentOrderLineGid>().toExtend<UnitsToShip["lines"][number]["id"]>();
  expectTypeOf<FulfillmentGid>().toExtend<Parameters<typeof cancelFulfillment>[1]>();
  expectTypeOf<FulfillmentOrderGid>().not.toExtend<Parameters<typeof cancelFulfillment>[1]>();
  expectTypeOf<LineItemGid>().not.toExtend<ParcelContents[number]["handoffItemId"]>();
  expectTypeOf<InventoryItemGid[]>().toExtend<Parameters<typeof listInventoryLevels>[1]>();
  expectTypeOf<LocationGid[]>().not.toExtend<Parameters<typeof listInventoryLevels>[1]>();
  expectTypeOf<ProductGid>().toExtend<Parameters<typeof deleteProduct>[1]>();
  expectTypeOf<SupplierProductId>().not.toExtend<Parameters<typeof deleteProduct>[1]>();
  expectTypeOf<BulkRunId>().toExtend<Parameters<typeof bulkRunWork>[0]>();
  expectTypeOf<ListingId>().not.toExtend<Parameters<typeof bulkRunWork>[0]>();
  expectTypeOf<MappingId>().toExtend<Parameters<typeof reconcileMapping>[1]>();
  expectTypeOf<ListingId>().not.toExtend<Parameters<typeof reconcileMapping>[1]>();
  expectTypeOf<StockedItemId[]>().toExtend<Parameters<typeof requestStockReconcile>[2]>();
  expectTypeOf<ListingId[]>().not.toExtend<Parameters<typeof requestStockReconcile>[2]>();
  expectTypeOf<VariantGid[]>().toExtend<Parameters<typeof findVariants>[1]>();
  expectTypeOf<ProductGid[]>().not.toExtend<Parameters<typeof findVariants>[1]>();
  expectTypeOf<SupplierVariantId[]>().not.toExtend<Parameters<typeof findVariants>[1]>();
  expectTypeOf<ListingId>().toExtend<Parameters<typeof checkListing>[1]>();
  expectTypeOf<Listing["supplierProductId"]>().not.toExtend<Parameters<typeof checkListing>[1]>();
  expectTypeOf<ShopId>().toExtend<Parameters<typeof loadOrderRecord>[1]>();
  expectTypeOf<OrderId>().not.toExtend<Parameters<typeof loadOrderRecord>[1]>();
  expectTypeOf<OrderGid>().toExtend<Parameters<typeof loadOrderRecord>[2]>();
  expectTypeOf<OrderId>().not.toExtend<Parameters<typeof loadOrderRecord>[2]>();
  expectTypeOf<ParcelId>().not.toExtend<Parameters<typeof stateContents>[1]["handoffId"]>();
  expectTypeOf<PaymentId>().toExtend<Parameters<typeof sendPayment>[1]>();
  expectTypeOf<ParcelId>().not.toExtend<Parameters<typeof sendPayment>[1]>();
  expectTypeOf<HandoffId>().not.toExtend<Parameters<typeof attemptBodyPlace>[0]>();
  expectTypeOf<SupplierOrderId>().toExtend<Parameters<SupplierClient["getOrder"]>[0]>();
  expectTypeOf<ParcelId>().not.toExtend<Parameters<SupplierClient["getOrder"]>[0]>();
  expectTypeOf<ExternalOrderId>().not.toExtend<Parameters<SupplierClient["getOrder"]>[0]>();
});
