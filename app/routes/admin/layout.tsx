import type { HeadersFunction, LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import {
  Link,
  Outlet,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigation,
  useRouteError,
} from "@remix-run/react";
import { NavMenu } from "@shopify/app-bridge-react";
import { AppProvider } from "@shopify/polaris";
import polarisStyles from "@shopify/polaris/build/esm/styles.css?url";
import english from "@shopify/polaris/locales/en.json";
import { useEffect, useState } from "react";
import { findShadowMode } from "#app/domain/orders/shadow/switch-shadow-mode.server.ts";
import { ConnectionStrip } from "#app/ui/connection-strip.tsx";
import { LeaveGuard } from "#app/ui/leave-guard.tsx";
import { PageError } from "#app/ui/page-error.tsx";
import { PausedStrip } from "#app/ui/paused-strip.tsx";
import { PolarisLink } from "#app/ui/polaris-link.tsx";
import { ShadowStrip } from "#app/ui/shadow-strip.tsx";
import { ShopFactsProvider } from "#app/ui/shop-facts.tsx";
import { TestModeStrip } from "#app/ui/test-mode-strip.tsx";
import uiStyles from "#app/ui/ui.css?url";
import { usePageFocus } from "#app/ui/use-page-focus.ts";
import { PendingPage } from "./pending-page.tsx";
import { requireShop, type Visit } from "./require-shop.server.ts";

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
    placing: placingOf(ctx),
    shadow: await findShadowMode(ctx),
    person: by,
  };
}

function placingOf({ env, shop }: Visit["ctx"]): "open" | "paused" | "paused_for_all" {
  if (env.PLACING_PAUSED) return "paused_for_all";
  return shop.placingPausedAt ? "paused" : "open";
}

export const headers: HeadersFunction = ({ loaderHeaders, parentHeaders, errorHeaders }) =>
  errorHeaders ?? new Headers([...parentHeaders, ...loaderHeaders]);

export default function AdminLayout() {
  const facts = useLoaderData<typeof loader>();
  useAdminNavigation();
  usePageFocus();
  return (
    <AppProvider i18n={english} linkComponent={PolarisLink}>
      <NavMenu>
        <Link to="/" rel="home">
          Home
        </Link>
        <Link to="/products">Catalog</Link>
        <Link to="/listings">Listings</Link>
        <Link to="/orders">Orders</Link>
        <Link to="/wallet">Wallet</Link>
        <Link to="/payouts">Payouts</Link>
        <Link to="/activity">Activity</Link>
        <Link to="/settings">Settings</Link>
      </NavMenu>
      <ShopFactsProvider facts={facts}>
        <main>
          <ConnectionStrip />
          {facts.mode === "test" ? <TestModeStrip /> : null}
          <PausedStrip placing={facts.placing} />
          <ShadowStrip shadow={facts.shadow} />
          <PageOrPending />
          <LeaveGuard />
        </main>
      </ShopFactsProvider>
    </AppProvider>
  );
}

export function ErrorBoundary() {
  return (
    <AppProvider i18n={english} linkComponent={PolarisLink}>
      <main>
        <ConnectionStrip />
        <PageError error={useRouteError()} />
      </main>
    </AppProvider>
  );
}

/** The page, or the outline of the one that is coming; a change of filter keeps the page. */
function PageOrPending() {
  const navigation = useNavigation();
  const { pathname } = useLocation();
  const coming = navigation.state === "loading" ? navigation.location.pathname : pathname;
  const late = useLate(coming === pathname ? null : coming);
  return late === null ? <Outlet /> : <PendingPage path={late} />;
}

const QUICK_MS = 150;

/** The value once it has stood a moment: a quick answer shows no outline at all. */
function useLate(value: string | null): string | null {
  const [late, setLate] = useState<string | null>(null);
  useEffect(() => {
    if (value === null) return setLate(null);
    const timer = setTimeout(() => setLate(value), QUICK_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return value === null ? null : late;
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
