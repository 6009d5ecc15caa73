import type { HeadersFunction, LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { Link, Outlet, useLoaderData, useNavigate, useRouteError } from "@remix-run/react";
import { NavMenu } from "@shopify/app-bridge-react";
import { AppProvider } from "@shopify/polaris";
import polarisStyles from "@shopify/polaris/build/esm/styles.css?url";
import english from "@shopify/polaris/locales/en.json";
import { useEffect } from "react";
import { PageError } from "#app/ui/page-error.tsx";
import { PolarisLink } from "#app/ui/polaris-link.tsx";
import { ShopFactsProvider } from "#app/ui/shop-facts.tsx";
import { TestModeStrip } from "#app/ui/test-mode-strip.tsx";
import uiStyles from "#app/ui/ui.css?url";
import { requireShop } from "./require-shop.server.ts";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: polarisStyles },
  { rel: "stylesheet", href: uiStyles },
];

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  return {
    timezone: ctx.shop.timezone,
    shopDomain: ctx.shop.domain,
    mode: ctx.connection?.mode ?? null,
    person: by,
  };
}

export const headers: HeadersFunction = ({ loaderHeaders, parentHeaders, errorHeaders }) =>
  errorHeaders ?? new Headers([...parentHeaders, ...loaderHeaders]);

export default function AdminLayout() {
  const facts = useLoaderData<typeof loader>();
  useAdminNavigation();
  return (
    <AppProvider i18n={english} linkComponent={PolarisLink}>
      <NavMenu>
        <Link to="/" rel="home">
          Home
        </Link>
        <Link to="/products">Catalog</Link>
        <Link to="/listings">Listings</Link>
        <Link to="/orders">Orders</Link>
        <Link to="/activity">Activity</Link>
        <Link to="/settings">Settings</Link>
      </NavMenu>
      <ShopFactsProvider facts={facts}>
        {facts.mode === "test" ? <TestModeStrip /> : null}
        <Outlet />
      </ShopFactsProvider>
    </AppProvider>
  );
}

export function ErrorBoundary() {
  return (
    <AppProvider i18n={english} linkComponent={PolarisLink}>
      <PageError error={useRouteError()} />
    </AppProvider>
  );
}

/** The admin's own navigation (its menu, its back button) arrives as an event instead of a click. */
function useAdminNavigation() {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: Event) => {
      const href = event.target instanceof Element ? event.target.getAttribute("href") : null;
      if (href) navigate(href);
    };
    addEventListener("shopify:navigate", follow);
    return () => removeEventListener("shopify:navigate", follow);
  }, [navigate]);
}
