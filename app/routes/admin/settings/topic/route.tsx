import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Text } from "@shopify/polaris";
import { notFound } from "#app/routes/admin/not-found.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import { answerSettings } from "#app/routes/admin/settings/answer-settings.server.ts";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { ConfirmationSection } from "./confirmation-section.tsx";
import { ConnectionSection } from "./connection-section.tsx";
import { CustomerPagesCard } from "./customer-pages-card.tsx";
import { DeliverySection } from "./delivery-section.tsx";
import { LeaveSection } from "./leave-section.tsx";
import { loadTopic } from "./load-topic.server.ts";
import { ParcelCard } from "./parcel-card.tsx";
import { PaymentCard } from "./payment-card.tsx";
import { PlacingCard } from "./placing-card.tsx";
import { PreferencesForm } from "./preferences-form.tsx";
import { PricesSection } from "./prices-section.tsx";
import { PrivacySection } from "./privacy-section.tsx";
import { ShadowCard } from "./shadow-card.tsx";
import { StockSection } from "./stock-section.tsx";
import { StoresSection } from "./stores-section.tsx";
import { SupplierChangesCard } from "./supplier-changes-card.tsx";
import { TeamSection } from "./team-section.tsx";
import { TimesSection } from "./times-section.tsx";
import { isTopic, TOPIC_WORDS } from "./topics.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const { topic } = args.params;
  if (!isTopic(topic)) throw notFound();
  return loadTopic(ctx, topic);
}

export function action(args: ActionFunctionArgs) {
  return answerSettings(args);
}

/** One subject, with one form and one save bar at most. */
export default function SettingsTopic() {
  const shown = useLoaderData<typeof loader>();
  const { title, text } = TOPIC_WORDS[shown.topic];
  return (
    <PageFrame key={shown.topic} title={title} backAction={{ content: "Settings", url: "/settings" }}>
      <div className="k-page-intro">
        <Text as="p" tone="subdued">
          {text}
        </Text>
      </div>
      <TopicBody shown={shown} />
    </PageFrame>
  );
}

function TopicBody({ shown }: { shown: SerializeFrom<typeof loader> }) {
  switch (shown.topic) {
    case "connection":
      return <ConnectionSection settings={shown.settings} linking={shown.linking} />;
    case "placing":
      return (
        <>
          <PreferencesForm settings={shown.settings} card={PlacingCard} />
          <ShadowCard settings={shown.settings} shadow={shown.shadow} />
        </>
      );
    case "waiting":
      return <TimesSection times={shown.times} />;
    case "confirmation":
      return <ConfirmationSection {...shown} />;
    case "payment":
      return <PreferencesForm settings={shown.settings} card={PaymentCard} />;
    case "customers":
      return (
        <>
          <PreferencesForm settings={shown.settings} card={ParcelCard} />
          <CustomerPagesCard pages={shown.pages} usual={shown.settings.customerLanguage} />
        </>
      );
    case "delivery":
      return <DeliverySection delivery={shown.delivery} />;
    case "prices":
      return <PricesSection prices={shown.prices} />;
    case "stock":
      return <StockSection settings={shown.stock} />;
    case "supplier-changes":
      return <SupplierChangesCard shown={shown.supplierChanges} />;
    case "stores":
      return <StoresSection stores={shown.stores} />;
    case "team":
      return <TeamSection staff={shown.staff} />;
    case "privacy":
      return <PrivacySection requests={shown.privacyRequests} />;
    case "leave":
      return <LeaveSection leaving={shown.leaving} />;
  }
}

export const ErrorBoundary = RouteError;
