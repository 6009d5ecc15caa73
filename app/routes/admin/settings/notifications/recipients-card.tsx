import type { SerializeFrom } from "@remix-run/node";
import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Text, TextField } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { NotificationsPage } from "#app/domain/notifications/get-notifications-page.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { ActionButton, useDoneToast } from "#app/ui/action-button.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { useUnsaved } from "#app/ui/unsaved.ts";
import { useInvalidFocus } from "#app/ui/use-invalid-focus.ts";
import { recipientBadge, recipientText } from "./notification-words.ts";
import { isAddress } from "./notifications-form.ts";

type Recipients = SerializeFrom<NotificationsPage>["recipients"];

type RecipientsCardProps = { readonly recipients: Recipients; readonly isSetUp: boolean };

/** Who is told; nobody is before they have said yes themselves. */
export function RecipientsCard({ recipients, isSetUp }: RecipientsCardProps) {
  return (
    <Card padding="0">
      <div className="k-topic">
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            Who is told
          </Text>
          <Text as="p" tone="subdued">
            No mail names a customer. Each has a link that ends them.
          </Text>
          {isSetUp ? <AddRecipient /> : null}
        </BlockStack>
      </div>
      {recipients.length === 0 ? null : (
        <ul className="k-rows">
          {recipients.map((recipient) => (
            <li key={recipient.id}>
              <RecipientRow recipient={recipient} isSetUp={isSetUp} />
            </li>
          ))}
        </ul>
      )}
      {isSetUp && recipients.some(({ state }) => state === "confirmed") ? (
        <div className="k-topic">
          <ActionButton label="Send a test mail" intent="test" />
        </div>
      ) : null}
    </Card>
  );
}

function AddRecipient() {
  const [address, setAddress] = useState("");
  const [isMarked, setMarked] = useState(false);
  const form = useInvalidFocus<HTMLDivElement>(isMarked);
  const fetcher = useFetcher<ActionAnswer>();
  const isBusy = fetcher.state !== "idle";
  const answer = isBusy ? undefined : fetcher.data;
  useDoneToast(fetcher.data);
  useUnsaved(address !== "" && !isBusy);
  useEffect(() => {
    if (fetcher.data?.ok) setAddress("");
  }, [fetcher.data]);
  const add = () => {
    setMarked(!isAddress(address));
    if (isAddress(address)) fetcher.submit({ intent: "add", address }, { method: "post" });
  };
  return (
    <div ref={form}>
      <BlockStack gap="200">
        <TextField
          label="Mail address"
          type="email"
          value={address}
          onChange={(typed) => {
            setAddress(typed);
            setMarked(false);
          }}
          autoComplete="email"
          maxLength={254}
          error={isMarked ? "This is no mail address." : undefined}
          helpText="They get one mail that asks whether they want to be told."
          connectedRight={
            <Button onClick={add} loading={isBusy} disabled={address === ""}>
              Add
            </Button>
          }
        />
        {answer && !answer.ok ? <Refusal answer={answer} /> : null}
      </BlockStack>
    </div>
  );
}

type RecipientRowProps = { readonly recipient: Recipients[number]; readonly isSetUp: boolean };

function RecipientRow({ recipient, isSetUp }: RecipientRowProps) {
  const { id, address, state, refusal } = recipient;
  const text = recipientText(recipient);
  const isRetried = isSetUp && (state !== "confirmed" || refusal !== null);
  return (
    <div className="k-need-row">
      <BlockStack gap="100" inlineAlign="start">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h3" fontWeight="semibold" breakWord>
            <bdi>{address}</bdi>
          </Text>
          <StatusBadge {...recipientBadge(recipient)} />
        </InlineStack>
        {text === null ? null : (
          <Text as="p" tone="subdued">
            {text}
          </Text>
        )}
      </BlockStack>
      <InlineStack gap="200">
        {isRetried ? (
          <ActionButton
            label={refusal === null ? "Ask again" : "Try again"}
            intent="retry"
            fields={{ recipientId: id }}
            size="slim"
            accessibilityLabel={`${refusal === null ? "Ask" : "Try"} ${address} again`}
          />
        ) : null}
        <ActionButton
          label="Remove"
          intent="remove"
          fields={{ recipientId: id }}
          size="slim"
          accessibilityLabel={`Remove ${address}`}
        />
      </InlineStack>
    </div>
  );
}
