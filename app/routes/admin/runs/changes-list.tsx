import { BlockStack, Box, Link, Select, Text } from "@shopify/polaris";
import { Money } from "#app/ui/money.tsx";
import { ProductImage } from "#app/ui/product-image.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { StatusWords } from "#app/ui/status-words.ts";
import { useListUrl } from "#app/ui/use-list-url.ts";
import type { ShownRun } from "./changes-words.ts";

type Row = ShownRun["rows"][number];

/** Every price of a run, the old and the new, with what each leaves; for other runs its listings. */
export function changesRows(run: ShownRun) {
  const isOver = run.state !== "planned" && run.state !== "asking";
  return [
    ...run.rows.map((row) => ({ id: row.id, row: <PriceLine row={row} isOver={isOver} /> })),
    ...run.concerned.map((listing) => ({ id: listing.id, row: <Concerned listing={listing} /> })),
  ];
}

/** Which of the prices are shown, where there is something to choose. */
export function ChangesViews({ run }: { run: ShownRun }) {
  const { change } = useListUrl("after");
  if (run.prices === 0 || (run.raised === 0 && run.refused === 0 && run.view === "all")) return null;
  const views = [
    { value: "all", label: `All (${run.prices.toLocaleString("en-US")})` },
    { value: "raised", label: `Raised to a limit (${run.raised.toLocaleString("en-US")})` },
    ...(run.refused > 0 || run.view === "stays"
      ? [{ value: "stays", label: `Stays as it was (${run.refused.toLocaleString("en-US")})` }]
      : []),
  ];
  return (
    <Box padding="300" borderBlockEndWidth="025" borderColor="border">
      <Select
        label="Show"
        labelInline
        options={views}
        value={run.view}
        onChange={(view) => change({ view: view === "all" ? "" : view })}
      />
    </Box>
  );
}

/** A listing of a run that changes no prices. */
function Concerned({ listing }: { listing: ShownRun["concerned"][number] }) {
  return (
    <div className="k-row">
      <Text as="p" fontWeight="semibold">
        <Link url={`/listings/${listing.id}`} removeUnderline monochrome>
          <bdi>{listing.title}</bdi>
        </Link>
      </Text>
      {listing.reason ? <Text as="p">{listing.reason}</Text> : null}
    </div>
  );
}

function PriceLine({ row, isOver }: { row: Row; isOver: boolean }) {
  return (
    <div className="k-listing">
      <ProductImage url={row.imageUrl} size="thumb" />
      <div className="k-price-line">
        <div>
          <Text as="p" fontWeight="semibold">
            <Link url={`/listings/${row.listingId}`} removeUnderline monochrome>
              <bdi>{[row.title, row.variantTitle].filter(Boolean).join(" · ")}</bdi>
            </Link>
          </Text>
          <Costs row={row} />
          {(row.after?.deliveredPkr ?? 0) < 0 ? (
            <Text as="p" tone="critical" variant="bodySm">
              Loses money when delivered free of charge
            </Text>
          ) : null}
          {row.reason ? <Text as="p">{row.reason}</Text> : null}
        </div>
        <BlockStack gap="100" inlineAlign="end">
          <Text as="p" alignment="end">
            <Money amount={row.fromPkr} /> →{" "}
            <strong>
              <Money amount={row.toPkr} />
            </strong>
          </Text>
          {row.toCompareAtPkr === null && row.fromCompareAtPkr === null ? null : (
            <Text as="p" tone="subdued" variant="bodySm" alignment="end">
              {row.toCompareAtPkr === null ? (
                "nothing crossed out"
              ) : (
                <s>
                  <Money amount={row.toCompareAtPkr} />
                </s>
              )}
            </Text>
          )}
          <StatusBadge {...wordsOf(row, isOver)} />
        </BlockStack>
      </div>
    </div>
  );
}

/** As they were when the price was planned. */
function Costs({ row: { costs, before, after } }: { row: Row }) {
  if (costs === null || before === null || after === null) return null;
  return (
    <Text as="p" tone="subdued" variant="bodySm">
      Cost <Money amount={costs.wholesalePkr} />
      {" · Lowest price "}
      <Money amount={costs.floorPkr} />
      {" · Delivered: about "}
      <Money amount={before.deliveredPkr} /> → <Money amount={after.deliveredPkr} />
      {" · Refused: about "}
      <Money amount={after.refusedPkr} />
    </Text>
  );
}

function wordsOf({ state, raisedTo, fromPkr, toPkr }: Row, isOver: boolean): StatusWords {
  if (isOver && state === "done") return { label: "Changed", tone: "success" };
  if (isOver && state === "refused") return { label: "Stays", tone: "warning" };
  if (isOver) return { label: "In the queue", tone: "plain" };
  if (raisedTo === "minimum") return { label: "Lowest price", tone: "attention" };
  if (raisedTo === "floor") return { label: "Least margin", tone: "attention" };
  if (toPkr === fromPkr) return { label: "Price stays", tone: "plain" };
  return toPkr > fromPkr
    ? { label: "Price goes up", tone: "info" }
    : { label: "Price goes down", tone: "info" };
}
