import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Card, Text } from "@shopify/polaris";
import type { SupplierAsking } from "#app/domain/orders/confirmation/find-supplier-asking.server.ts";
import type { getRulesPage } from "#app/domain/orders/rules/get-rules-page.server.ts";
import { NewRule } from "#app/routes/admin/settings/holds/new-rule.tsx";
import { RuleRow } from "#app/routes/admin/settings/holds/rule-row.tsx";
import { SupplierAsking as SupplierAskingBanner } from "#app/ui/supplier-asking.tsx";
import { ConfirmationCard } from "./confirmation-card.tsx";
import { PreferencesForm } from "./preferences-form.tsx";
import type { ShownSettings } from "./shown-settings.ts";

type ConfirmationSectionProps = {
  readonly settings: ShownSettings;
  readonly rules: SerializeFrom<typeof getRulesPage>;
  readonly supplierAsking: SupplierAsking | null;
};

/** Which orders their customers confirm before they are placed, and how long the app waits for it. */
export function ConfirmationSection({ settings, rules, supplierAsking }: ConfirmationSectionProps) {
  const isAsked = settings.confirmationAsker === "shop";
  return (
    <BlockStack gap="400">
      {supplierAsking && isAsked ? <SupplierAskingBanner {...supplierAsking} /> : null}
      <ConfirmRules rules={rules} />
      <PreferencesForm settings={settings} card={ConfirmationCard} />
    </BlockStack>
  );
}

function ConfirmRules({ rules: { rules, isFull, mostCounted } }: Pick<ConfirmationSectionProps, "rules">) {
  return (
    <Card padding="0">
      <div className="k-card-head">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            Orders to be confirmed
          </Text>
          {rules.length === 0 ? (
            <Text as="p" tone="subdued">
              None yet: no order waits for its customer. Many stores begin with new customers, or with
              customers who refused a parcel.
            </Text>
          ) : null}
        </BlockStack>
      </div>
      <ul className="k-rows">
        {rules.map((rule) => (
          <li key={rule.id}>
            <RuleRow rule={rule} effect="confirm" mostCounted={mostCounted} />
          </li>
        ))}
        <li>
          <div className="k-topic">
            <NewRule effect="confirm" isFull={isFull} />
          </div>
        </li>
      </ul>
    </Card>
  );
}
