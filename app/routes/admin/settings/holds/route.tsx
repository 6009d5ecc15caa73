import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BlockStack, Card, InlineStack, Link, Text } from "@shopify/polaris";
import { getRulesPage } from "#app/domain/orders/rules/get-rules-page.server.ts";
import { parseForm } from "#app/routes/admin/parse-form.server.ts";
import { refuseUnlessGranted } from "#app/routes/admin/refuse-unless-granted.server.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { doHolds } from "./do-holds.server.ts";
import { holdsForm } from "./holds-form.ts";
import { NewRule } from "./new-rule.tsx";
import { RuleRow } from "./rule-row.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  return getRulesPage(ctx, "hold");
}

/** Which orders go by themselves is the owner's, and whom the owner let. */
export async function action(args: ActionFunctionArgs): Promise<Response | ActionAnswer> {
  const visit = await requireShop(args);
  const form = await parseForm(args.request, holdsForm);
  return (await refuseUnlessGranted(args, visit, "routing")) ?? doHolds(visit, form);
}

/** Which orders wait for a person although they would go by themselves. */
export default function Holds() {
  const { rules, isFull, mostCounted } = useLoaderData<typeof loader>();
  return (
    <PageFrame title="Holds" backAction={{ content: "Settings", url: "/settings" }}>
      <div className="k-page-intro">
        <Text as="p" tone="subdued">
          Orders that match a rule wait for you instead of going by themselves. What you place yourself, or
          request in Shopify, goes all the same. How long all orders wait is set under{" "}
          <Link url="/settings/waiting">Waiting time and working hours</Link>.
        </Text>
      </div>
      <BlockStack gap="400">
        {rules.length === 0 ? <Suggestions /> : null}
        {rules.length === 0 ? null : (
          <Card padding="0">
            <ul className="k-rows">
              {rules.map((rule) => (
                <li key={rule.id}>
                  <RuleRow rule={rule} effect="hold" mostCounted={mostCounted} />
                </li>
              ))}
            </ul>
          </Card>
        )}
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              New rule
            </Text>
            <NewRule effect="hold" isFull={isFull} />
          </BlockStack>
        </Card>
      </BlockStack>
    </PageFrame>
  );
}

const SUGGESTED = [
  { label: "Hold orders over Rs 20,000", fields: { kind: "value", limit: "20000" } },
  { label: "Hold customers who refused a parcel", fields: { kind: "refused_customer", limit: "" } },
  { label: "Hold doubtful addresses", fields: { kind: "doubtful_address", limit: "" } },
] as const;

function Suggestions() {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          No order is held by a rule
        </Text>
        <Text as="p" tone="subdued">
          Rules stand here once you have some. Many stores begin with these; each is one press, and can be
          changed.
        </Text>
        <InlineStack gap="200">
          {SUGGESTED.map(({ label, fields }) => (
            <ActionButton key={label} label={label} intent="add" fields={fields} />
          ))}
        </InlineStack>
      </BlockStack>
    </Card>
  );
}

export const ErrorBoundary = RouteError;
