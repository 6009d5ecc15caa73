import type { SerializeFrom } from "@remix-run/node";
import { InlineStack, Link, Spinner, Text } from "@shopify/polaris";
import type { ImportRow as Row } from "#app/domain/catalog/import/find-import-run.server.ts";
import { importedWords } from "#app/routes/admin/settings/channels/visibility-words.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { importStepWords } from "#app/ui/import-step-words.ts";
import { ProductImage } from "#app/ui/product-image.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { StatusWords } from "#app/ui/status-words.ts";

const STATE_WORDS: Readonly<Record<Exclude<Row["state"], "working" | "done">, StatusWords>> = {
  waiting: { label: "In the queue", tone: "plain" },
  refused: { label: "Not imported", tone: "warning" },
};

type ImportRowProps = { readonly row: SerializeFrom<Row>; readonly canRetry: boolean };

/** One product of an import: where it stands, and why not where it was not possible. */
export function ImportRow({ row, canRetry }: ImportRowProps) {
  return (
    <div className="k-row">
      <div className="k-row-line">
        <div className="k-row-status">
          <ProductImage url={row.imageUrl} size="thumb" />
          <Text as="span" fontWeight="semibold" breakWord>
            {row.state === "done" ? (
              <Link url={`/listings/${row.listingId}`} removeUnderline monochrome>
                <bdi>{row.title}</bdi>
              </Link>
            ) : (
              <bdi>{row.title}</bdi>
            )}
          </Text>
        </div>
        {row.state === "working" ? (
          <InlineStack gap="200" blockAlign="center" wrap={false}>
            <Spinner size="small" accessibilityLabel="Adding" />
            <Text as="span" tone="subdued">
              {importStepWords(row.step)}
            </Text>
          </InlineStack>
        ) : (
          <span className="k-row-end">
            <StatusBadge
              {...(row.state === "done" ? importedWords(row.visibility) : STATE_WORDS[row.state])}
            />
          </span>
        )}
      </div>
      {row.reason ? (
        <div className="k-row-line">
          <Text as="p" tone="subdued" variant="bodySm">
            {row.reason}
          </Text>
          {canRetry ? (
            <div className="k-row-end">
              <ActionButton
                label="Try again"
                size="slim"
                intent="retry"
                fields={{ listingId: row.listingId }}
                accessibilityLabel={`Try again: ${row.title}`}
              />
            </div>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
