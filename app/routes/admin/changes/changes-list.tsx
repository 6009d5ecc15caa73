import { BlockStack, Box, Button, Card, InlineStack, Link, Select, Text } from "@shopify/polaris";
import { Money } from "#app/ui/money.tsx";
import { ProductImage } from "#app/ui/product-image.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { StatusWords } from "#app/ui/status-words.ts";
import { useListUrl } from "#app/ui/use-list-url.ts";
import type { ShownRun } from "./changes-words.ts";

type Row = ShownRun["rows"][number];

/** Every price of a run, the old and the new, with what each leaves; for other runs its listings. */
export function ChangesList({ run }: { run: ShownRun }) {
  const { change, goNext, goBack, isFirst } = useListUrl("after");
  const { next, rows, concerned } = run;
  const views = [
    { value: "all", label: `All (${run.prices.toLocaleString("en-US")})` },
    { value: "raised", label: `Raised to a limit (${run.raised.toLocaleString("en-US")})` },
    ...(run.refused > 0 || run.view === "stays"
      ? [{ value: "stays", label: `Stays as it was (${run.refused.toLocaleString("en-US")})` }]
      : []),
  ];
  return (
    <Card padding="0">
      {run.prices > 0 && (run.raised > 0 || run.refused > 0 || run.view !== "all") ? (
        <Box padding="300" borderBlockEndWidth="025" borderColor="border">
          <Select
            label="Show"
            labelInline
            options={views}
            value={run.view}
            onChange={(view) => change({ view: view === "all" ? "" : view })}
          />
        </Box>
      ) : null}
      <ul className="k-rows">
        {rows.map((row) => (
          <li key={row.id}>
            <PriceLine row={row} isOver={run.state !== "planned" && run.state !== "asking"} />
          </li>
        ))}
        {concerned.map((listing) => (
          <li key={listing.id}>
            <div className="k-row">
              <Text as="p" fontWeight="semibold">
                <Link url={`/listings/${listing.id}`} removeUnderline monochrome>
                  <bdi>{listing.title}</bdi>
                </Link>
              </Text>
              {listing.reason ? <Text as="p">{listing.reason}</Text> : null}
            </div>
          </li>
        ))}
      </ul>
      {rows.length + concerned.length === 0 ? (
        <Box padding="400">
          <Text as="p" tone="subdued">
            None.
          </Text>
        </Box>
      ) : null}
      {next !== null || !isFirst ? (
        <Box padding="400">
          <InlineStack gap="200" align="center">
            {isFirst ? null : <Button onClick={goBack}>Back</Button>}
            {next === null ? null : <Button onClick={() => goNext(String(next))}>Next</Button>}
          </InlineStack>
        </Box>
      ) : null}
    </Card>
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
