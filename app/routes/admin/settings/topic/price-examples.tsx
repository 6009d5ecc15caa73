import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Card, Select, Text } from "@shopify/polaris";
import { useState } from "react";
import type { PriceExample } from "#app/domain/catalog/pricing/get-price-settings.server.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { advisePrice } from "#app/domain/policy/pricing/advise-price.ts";
import { breakEvenRefusals, planMargin } from "#app/domain/policy/pricing/margin.ts";
import { applyPriceRule, type PriceRule } from "#app/domain/policy/pricing/price-rule.ts";
import type { AccountTerms } from "#app/domain/policy/terms/account-terms.ts";
import { Money } from "#app/ui/money.tsx";
import { TermsNote } from "#app/ui/terms-note.tsx";

type Shown = SerializeFrom<PriceExample>;
type PriceExamplesProps = {
  readonly rule: PriceRule | null;
  readonly examples: readonly Shown[];
  readonly terms: SerializeFrom<AccountTerms>;
};

const REFUSALS = [10, 20, 30, 40, 50].map((rate) => ({ value: String(rate), label: `${rate} of 100` }));

/** What the rule, as typed so far, makes of three wholesale prices, and what each price leaves. */
export function PriceExamples({ rule, examples, terms }: PriceExamplesProps) {
  const [refusals, setRefusals] = useState("30");
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingSm">
          What it makes of three products
        </Text>
        {rule === null ? (
          <Text as="p" tone="subdued">
            Shown here once the fields above are right.
          </Text>
        ) : (
          <div className="k-examples">
            {examples.map((example) => (
              <Example
                key={`${example.title}-${example.wholesalePkr}`}
                rule={rule}
                example={example}
                refusals={Number(refusals)}
              />
            ))}
          </div>
        )}
        <Select
          label="COD parcels refused"
          labelInline
          options={REFUSALS}
          value={refusals}
          onChange={setRefusals}
        />
        <Text as="p" tone="subdued" variant="bodySm">
          About, for one unit sold alone with free delivery, before advertising. A prepaid order leaves the
          same as a delivered one, but its cost is paid from your wallet first; what its refusal costs the
          supplier has not said.
        </Text>
        <TermsNote terms={terms} />
      </BlockStack>
    </Card>
  );
}

type ExampleProps = { readonly rule: PriceRule; readonly example: Shown; readonly refusals: number };

function Example({ rule, example, refusals }: ExampleProps) {
  const { pricePkr, compareAtPkr, raisedTo } = applyPriceRule(rule, example);
  const projection = planMargin({ ...example, pricePkr });
  const advised = advisePrice(refusals, example);
  const breakEven = Math.floor(breakEvenRefusals(projection) / 10);
  return (
    <section className="k-example">
      <Text as="h3" fontWeight="semibold" truncate>
        <bdi>{example.title ?? "A product"}</bdi>
      </Text>
      <dl className="k-lines">
        <Line label="Cost" amount={example.wholesalePkr} />
        <Line label="Your price" amount={pricePkr} strong />
        {compareAtPkr === null ? null : <Line label="Crossed out" amount={compareAtPkr} />}
        <Line label="COD, delivered" amount={projection.deliveredPkr} />
        <Line label="COD, refused" amount={projection.refusedPkr} />
        <Line label="Prepaid, delivered" amount={projection.deliveredPkr} />
      </dl>
      <Text as="p" variant="bodySm" tone={advised > pricePkr ? "critical" : "subdued"}>
        {raisedTo === null ? "" : `${RAISED[raisedTo]} `}
        {breakEven === 0
          ? "It loses on every sale."
          : `It earns while fewer than ${breakEven} of 100 are refused.`}
        {advised > pricePkr ? (
          <>
            {" "}
            At {refusals} refused, ask <Money amount={advised} /> or more.
          </>
        ) : null}
      </Text>
    </section>
  );
}

const RAISED = {
  minimum: "Raised to the lowest price the supplier allows.",
  floor: "Raised to your least margin.",
} as const;

type LineProps = { readonly label: string; readonly amount: Rupees; readonly strong?: true };

function Line({ label, amount, strong }: LineProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{strong ? <strong>{<Money amount={amount} />}</strong> : <Money amount={amount} />}</dd>
    </div>
  );
}
