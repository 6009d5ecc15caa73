import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Layout } from "@shopify/polaris";
import { findLinkingProgress } from "#app/domain/catalog/adopt-listings.server.ts";
import { findSupplierChanges } from "#app/domain/catalog/listings/supplier-changes.server.ts";
import { getPriceSettings } from "#app/domain/catalog/pricing/get-price-settings.server.ts";
import { listPrivacyRequests } from "#app/domain/privacy/answer-data-request.server.ts";
import { getSettings } from "#app/domain/shops/get-settings.server.ts";
import { listStaff } from "#app/domain/shops/staff.server.ts";
import { loadStockSettings } from "#app/domain/stock/save-stock-settings.server.ts";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { parseForm } from "../parse-form.server.ts";
import { refuseUnlessGranted } from "../refuse-unless-granted.server.ts";
import { requireShop, type Visit } from "../require-shop.server.ts";
import { ChannelsSection } from "./channels-section.tsx";
import { ConnectionSection } from "./connection-section.tsx";
import { doSettings } from "./do-settings.server.ts";
import { PreferencesForm } from "./preferences-form.tsx";
import { PricesSection } from "./prices-section.tsx";
import { PrivacySection } from "./privacy-section.tsx";
import { ownersIntents, type SettingsForm, settingsForm } from "./settings-form.ts";
import { StockSection } from "./stock-section.tsx";
import { SupplierChangesCard } from "./supplier-changes-card.tsx";
import { TeamSection } from "./team-section.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const [settings, stock, linking, staff, privacyRequests, prices, supplierChanges] = await Promise.all([
    getSettings(ctx),
    loadStockSettings(ctx),
    findLinkingProgress(ctx),
    listStaff(ctx),
    listPrivacyRequests(ctx),
    getPriceSettings(ctx),
    findSupplierChanges(ctx),
  ]);
  return { ...settings, stock, linking, staff, privacyRequests, prices, supplierChanges };
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireShop(args);
  const form = await parseForm(args.request, settingsForm);
  const guard = ownersIntents[form.intent];
  const refusal = guard === undefined ? null : await refuseUnlessGranted(args, visit, guard);
  if (refusal) return refusal;
  const spending = switchesPrepaidOn(visit, form)
    ? await refuseUnlessGranted(args, visit, "pay", SPENDS)
    : null;
  return spending ?? doSettings(visit, form);
}

/** From then on prepaid orders are placed in the name of whoever switched it on, from the wallet (R55). */
function switchesPrepaidOn({ ctx }: Visit, form: SettingsForm): boolean {
  const isAsked = (form.intent === "switches" || form.intent === "save") && form.autoPrepaid;
  return isAsked && ctx.shop.autoPrepaidSince === null;
}

const SPENDS = {
  reason: "Placing prepaid orders automatically takes money from the wallet, which you may not do.",
  detail: "Ask the owner to switch it on, or to let you pay from the wallet under Settings, Team.",
};

export default function Settings() {
  const settings = useLoaderData<typeof loader>();
  return (
    <PageFrame title="Settings">
      <div className="k-settings">
        <Layout>
          <ConnectionSection settings={settings} linking={settings.linking} />
          <PreferencesForm settings={settings} />
          <PricesSection prices={settings.prices} />
          <StockSection settings={settings.stock} />
          <ChannelsSection />
          <SupplierChangesCard shown={settings.supplierChanges} />
          <TeamSection staff={settings.staff} />
          <PrivacySection requests={settings.privacyRequests} />
        </Layout>
      </div>
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
