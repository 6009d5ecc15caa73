import { Banner, BlockStack, InlineStack, Link, List, Text } from "@shopify/polaris";
import { countOf } from "#app/domain/messages/count-of.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { Day } from "#app/ui/day.tsx";
import type { ShownSupplierChanges } from "./shown-supplier-changes.ts";

const STOPPED: Readonly<Record<string, { readonly title: string; readonly go: string }>> = {
  news_prices: { title: "Changing prices has stopped", go: "Change them" },
  news_out: { title: "Taking products out of sale has stopped", go: "Take them out" },
};

/** Changes of the supplier's that would have been too many at once, each with the listings that wait for an answer. */
export function StoppedSyncs({ shown }: { shown: ShownSupplierChanges }) {
  return (
    <>
      {shown.asking.map(({ id, kind, waiting, createdAt, listings }) => (
        <Banner key={id} tone="warning" title={STOPPED[kind]?.title}>
          <BlockStack gap="300">
            <Text as="p">
              {countOf(waiting, "listing waits", "listings wait")} since <Day at={createdAt} />. Look at some
              of them, then say what is to happen.
            </Text>
            <Waiting listings={listings} more={waiting - listings.length} />
            <InlineStack gap="200">
              <ActionButton
                label={STOPPED[kind]?.go ?? "Go on"}
                intent="answer_change_guard"
                fields={{ runId: id, answer: "go" }}
              />
              <ActionButton
                label="Leave as it is"
                intent="answer_change_guard"
                fields={{ runId: id, answer: "stop" }}
              />
            </InlineStack>
          </BlockStack>
        </Banner>
      ))}
      {shown.unknownImports > 0 ? (
        <Banner tone="info" title="The supplier syncs products that are no listings here">
          <BlockStack gap="300">
            <Text as="p">
              {countOf(shown.unknownImports, "product was", "products were")} once imported for this store.
              Import what you want in the catalog, or have the supplier stop syncing the rest.
            </Text>
            <ActionButton label="Stop syncing them" intent="drop_imports" />
          </BlockStack>
        </Banner>
      ) : null}
    </>
  );
}

type WaitingProps = {
  readonly listings: ShownSupplierChanges["asking"][number]["listings"];
  readonly more: number;
};

function Waiting({ listings, more }: WaitingProps) {
  return (
    <List>
      {listings.map(({ id, title }) => (
        <List.Item key={id}>
          <Link url={`/listings/${id}`}>
            <bdi>{title || "A product of the catalog"}</bdi>
          </Link>
        </List.Item>
      ))}
      {more > 0 ? <List.Item>{`and ${more.toLocaleString("en-US")} more`}</List.Item> : null}
    </List>
  );
}
