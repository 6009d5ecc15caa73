import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, InlineStack, Text } from "@shopify/polaris";
import { countOf } from "#app/domain/messages/count-of.ts";
import type { ApiTokenView } from "#app/domain/read-api/api-tokens.server.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Day } from "#app/ui/day.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";

type TokenRowProps = { readonly token: SerializeFrom<ApiTokenView>; readonly viewer: string };

/** A token: whose it is, what it reads, until when, and whether it is used. */
export function TokenRow({ token, viewer }: TokenRowProps) {
  const { id, name, hint, rights, createdAt, expiresAt, isExpired, usedAt, calls } = token;
  return (
    <div className="k-need-row">
      <BlockStack gap="100" inlineAlign="start">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h3" fontWeight="semibold" breakWord>
            <bdi>{name}</bdi>
          </Text>
          {isExpired ? <StatusBadge tone="attention" label="Expired" /> : null}
        </InlineStack>
        <Text as="p">
          Reads {rights.join(", ")}. Ends in <code>{hint}</code>.
        </Text>
        <Text as="p" tone="subdued">
          Made by {whoOf(token, viewer)} on <Day at={createdAt} />; {isExpired ? "worked" : "works"} until{" "}
          <Day at={expiresAt} />.{" "}
          {usedAt === null ? (
            "Never used."
          ) : (
            <>
              {countOf(calls, "call", "calls")}, the last <Moment at={usedAt} />.
            </>
          )}
        </Text>
      </BlockStack>
      <ConfirmButton
        label="End"
        intent="end"
        fields={{ tokenId: id }}
        size="slim"
        title={`End “${name}”?`}
        text="Whatever reads with it is refused from now on."
        confirm="End it"
      />
    </div>
  );
}

/** Of the owner Shopify's name is not kept. */
function whoOf({ createdBy, createdByName }: TokenRowProps["token"], viewer: string): string {
  if (createdBy === viewer) return "you";
  return createdByName || "the owner";
}
