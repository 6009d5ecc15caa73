import { BlockStack, Text } from "@shopify/polaris";
import { planVariantPrice, type SaleCosts } from "#app/domain/catalog/pricing/plan-price-change.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { PriceRule } from "#app/domain/policy/pricing/price-rule.ts";
import { Money } from "#app/ui/money.tsx";
import type { ShownPage } from "./shown-page.ts";

type ShownVariant = ShownPage["variants"][number];

type RuledPricesProps = {
  readonly page: ShownPage;
  /** Null where none would count, `unread` while what is typed is none. */
  readonly rule: PriceRule | "unread" | null;
};

/** What a rule makes of each variant's price, before it is saved. */
export function RuledPrices({ page: { variants, pricing }, rule }: RuledPricesProps) {
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        What it makes of {variants.length === 1 ? "its price" : "its prices"}
      </Text>
      {rule === "unread" ? (
        <Text as="p" tone="subdued">
          Shown here once the fields above are right.
        </Text>
      ) : rule === null ? (
        <Text as="p" tone="subdued">
          They stay as they are, and are yours again.
        </Text>
      ) : (
        <dl className="k-lines">
          {variants.map((variant) => (
            <div key={variant.id}>
              <dt>
                <bdi>{variant.title || "Only variant"}</bdi>
              </dt>
              <dd>
                <Ruled variant={variant} rule={rule} costs={pricing} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </BlockStack>
  );
}

type RuledProps = {
  readonly variant: ShownVariant;
  readonly rule: PriceRule;
  readonly costs: SaleCosts;
};

function Ruled({ variant, rule, costs }: RuledProps) {
  const { pricePkr, fixedPricePkr, priceLockedSince } = variant;
  if (priceLockedSince) return <Stays pricePkr={pricePkr} why="yours" />;
  if (fixedPricePkr !== null) return <Stays pricePkr={pricePkr} why="fixed by you" />;
  const { toPkr, toCompareAtPkr, raisedTo } = planVariantPrice(rule, variant, costs);
  return (
    <>
      {toPkr === pricePkr ? null : (
        <>
          <Money amount={pricePkr} /> →{" "}
        </>
      )}
      <strong>
        <Money amount={toPkr} />
      </strong>
      {toCompareAtPkr === null ? null : (
        <>
          {" "}
          <s>
            <Money amount={toCompareAtPkr} />
          </s>
        </>
      )}
      {toPkr < variant.breakEvenPkr ? (
        <Text as="span" tone="critical" variant="bodySm">
          {" "}
          loses {formatRupees(variant.breakEvenPkr - toPkr)} when delivered
        </Text>
      ) : null}
      {raisedTo === null ? null : (
        <Text as="span" tone="subdued" variant="bodySm">
          {" "}
          {RAISED[raisedTo]}
        </Text>
      )}
    </>
  );
}

const RAISED = { minimum: "lowest price allowed", floor: "least margin" } as const;

function Stays({ pricePkr, why }: { pricePkr: Rupees; why: string }) {
  return (
    <>
      <Money amount={pricePkr} />{" "}
      <Text as="span" tone="subdued" variant="bodySm">
        {why}
      </Text>
    </>
  );
}
