import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import type { NotificationsPage } from "#app/domain/notifications/get-notifications-page.server.ts";
import { Moment } from "#app/ui/moment.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { failureWords, mailBadge, mailKindWords } from "./notification-words.ts";

type Mails = SerializeFrom<NotificationsPage>["mails"];

/** The last mails, and why one did not arrive. */
export function SentCard({ mails }: { mails: Mails }) {
  return (
    <Card padding="0">
      <div className="k-topic">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            Sent lately
          </Text>
          {mails.length === 0 ? (
            <Text as="p" tone="subdued">
              The last mails appear here, with those that could not be sent.
            </Text>
          ) : null}
        </BlockStack>
      </div>
      {mails.length === 0 ? null : (
        <ul className="k-rows">
          {mails.map((mail) => (
            <li key={mail.id}>
              <MailRow mail={mail} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function MailRow({ mail: { kind, state, failure, address, at } }: { mail: Mails[number] }) {
  const why = failureWords(state, failure);
  return (
    <div className="k-topic">
      <BlockStack gap="100">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h3" fontWeight="semibold">
            {mailKindWords(kind)}
          </Text>
          <StatusBadge {...mailBadge(state)} />
        </InlineStack>
        <Text as="p" tone="subdued" breakWord>
          <bdi>{address ?? "An address that was removed"}</bdi>, <Moment at={at} />
        </Text>
        {why === null ? null : <Text as="p">{why}</Text>}
      </BlockStack>
    </div>
  );
}
