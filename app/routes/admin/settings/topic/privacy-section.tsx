import type { SerializeFrom } from "@remix-run/node";
import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { countOf } from "#app/domain/messages/count-of.ts";
import type { PrivacyRequestView } from "#app/domain/privacy/answer-data-request.server.ts";
import type { SettingsAnswer } from "#app/routes/admin/settings/do-settings.server.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { Day } from "#app/ui/day.tsx";
import { Refusal } from "#app/ui/refusal.tsx";

type ShownRequest = SerializeFrom<PrivacyRequestView>;

const WHAT: Readonly<Record<ShownRequest["topic"], string>> = {
  "customers/data_request": "A customer asked what is kept about them",
  "customers/redact": "Erase a customer",
  "shop/redact": "Erase this store",
};

/** What Shopify asked for about people, and what came of it. */
export function PrivacySection({ requests }: { requests: readonly ShownRequest[] }) {
  return (
    <Card>
      <BlockStack gap="400">
        {requests.length === 0 ? (
          <Text as="p" tone="subdued">
            Shopify has passed on no request yet.
          </Text>
        ) : null}
        {requests.map((request) => (
          <Request key={request.id} request={request} />
        ))}
        <InlineStack>
          <Button url="/settings/customer-access">Who saw customers</Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}

function Request({ request }: { request: ShownRequest }) {
  const { topic, doneAt, dueAt, receivedAt, orders } = request;
  return (
    <BlockStack gap="200">
      <Text as="p">
        {WHAT[topic]} ({countOf(orders, "order", "orders")}), asked <Day at={receivedAt} />.{" "}
        {doneAt ? (
          <>
            Done <Day at={doneAt} />.
          </>
        ) : (
          <>
            Due <Day at={dueAt} />
            {topic === "customers/redact" ? "; done once the parcels under way have ended." : "."}
          </>
        )}
      </Text>
      {topic === "customers/data_request" && doneAt === null ? <Answer request={request} /> : null}
    </BlockStack>
  );
}

function Answer({ request }: { request: ShownRequest }) {
  const fetcher = useFetcher<SettingsAnswer>();
  const requestId = request.id;
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  return (
    <BlockStack gap="200">
      <InlineStack gap="200">
        <Button
          loading={fetcher.state !== "idle"}
          onClick={() => fetcher.submit({ intent: "privacy_export", requestId }, { method: "post" })}
        >
          Show what is kept
        </Button>
        <ActionButton label="I have answered" intent="privacy_answered" fields={{ requestId }} />
      </InlineStack>
      {answer && !answer.ok ? <Refusal answer={answer} /> : null}
      {answer?.ok && answer.data ? <pre className="k-export">{answer.data}</pre> : null}
    </BlockStack>
  );
}
