import { useFetcher } from "@remix-run/react";
import {
  BlockStack,
  Button,
  Card,
  Divider,
  InlineStack,
  List,
  SkeletonBodyText,
  Text,
} from "@shopify/polaris";
import { formatClock } from "#app/platform/time/format-time.ts";
import { Money } from "#app/ui/money.tsx";
import { useShopFacts } from "#app/ui/shop-facts.tsx";
import type { loader } from "./preview.ts";
import { PreviewMoneyRows } from "./preview-money-rows.tsx";
import { notesOf, nowWords, parcelWords, type ShownPreview } from "./preview-words.ts";

/** What placing an order would do, before it is done; asked on a press, as both sides are read for it. */
export function PreviewCard({ orderId }: { readonly orderId: string }) {
  const fetcher = useFetcher<typeof loader>();
  const isBusy = fetcher.state !== "idle";
  const ask = () => fetcher.load(`/orders/${orderId}/preview`);
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            Preview
          </Text>
          <Button onClick={ask} loading={isBusy}>
            {fetcher.data ? "Look again" : "Show preview"}
          </Button>
        </InlineStack>
        <div aria-live="polite">
          <PreviewBody preview={fetcher.data} isBusy={isBusy} />
        </div>
      </BlockStack>
    </Card>
  );
}

/** About as tall as a preview is, so that nothing below moves once it is there. */
const LINES = 18;

type PreviewBodyProps = {
  readonly preview: ReturnType<typeof useFetcher<typeof loader>>["data"];
  readonly isBusy: boolean;
};

function PreviewBody({ preview, isBusy }: PreviewBodyProps) {
  if (!preview)
    return isBusy ? (
      <SkeletonBodyText lines={LINES} />
    ) : (
      <Text as="p" tone="subdued">
        What would be sent, what each side pays, and what would hold it. Nothing is sent by looking.
      </Text>
    );
  if (preview.kind === "not_planned") return <Text as="p">{preview.sentence}</Text>;
  return <Planned preview={preview} />;
}

function Planned({ preview }: { readonly preview: ShownPreview }) {
  const { holds, items, money, asOf } = preview;
  const { timezone } = useShopFacts();
  return (
    <BlockStack gap="300">
      <BlockStack gap="100">
        <Text as="p" fontWeight="medium">
          {nowWords(preview)}
        </Text>
        {holds.length > 0 ? (
          <List>
            {holds.map(({ sentence }) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        ) : null}
      </BlockStack>
      {items.length > 0 ? <Items items={items} title={parcelWords(preview)} /> : null}
      {money ? <PreviewMoneyRows money={money} /> : null}
      {notesOf(preview).map((note) => (
        <Text as="p" tone="subdued" key={note}>
          {note}
        </Text>
      ))}
      <Text as="span" tone="subdued" variant="bodySm">
        as of {formatClock(asOf, timezone)}
      </Text>
    </BlockStack>
  );
}

function Items({ items, title: heading }: { readonly items: ShownPreview["items"]; readonly title: string }) {
  return (
    <BlockStack gap="100">
      <Divider />
      <Text as="h3" variant="headingSm">
        {heading}
      </Text>
      {items.map(({ title, quantity, pricePkr, costPkr }, at) => (
        // Two rows of one product may differ in their price alone.
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move.
        <BlockStack key={`${title} ${at}`}>
          <Text as="p">
            {quantity} × {title}
          </Text>
          <Text as="p" tone="subdued" variant="bodySm">
            {pricePkr === null ? null : (
              <>
                <Money amount={pricePkr} />
                {quantity > 1 ? " each" : ""} ·{" "}
              </>
            )}
            cost <Money amount={costPkr} />
          </Text>
        </BlockStack>
      ))}
    </BlockStack>
  );
}
