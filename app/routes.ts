import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/** The map: every URL of the embedded app and the module that answers it. The two intakes are in web.server.ts. */
export default [
  route("auth/*", "routes/admin/auth.tsx"),
  layout("routes/admin/layout.tsx", [
    index("routes/admin/home/route.tsx"),
    route("products", "routes/admin/products/route.tsx"),
    route("listings", "routes/admin/listings/route.tsx"),
    route("listings/:listingId/progress", "routes/admin/listing-progress.ts"),
    route("orders", "routes/admin/orders/route.tsx"),
    route("orders/export", "routes/admin/orders/export.ts"),
    route("orders/bulk/:runId", "routes/admin/bulk-run/route.tsx"),
    route("orders/:orderId/contact", "routes/admin/order/contact.ts"),
    route("orders/:orderId", "routes/admin/order/route.tsx"),
    route("wallet-balance", "routes/admin/wallet-balance.ts"),
    route("supplier-variants", "routes/admin/supplier-variants.ts"),
    route("activity", "routes/admin/activity/route.tsx"),
    route("activity/deliveries/:deliveryId", "routes/admin/delivery-body.ts"),
    route("settings", "routes/admin/settings/route.tsx"),
    route("settings/linking", "routes/admin/linking-preview.ts"),
    route("*", "routes/admin/unknown-page.tsx"),
  ]),
] satisfies RouteConfig;
