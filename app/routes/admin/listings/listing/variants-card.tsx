import { Card, Text } from "@shopify/polaris";
import { FixButton } from "#app/routes/admin/listings/fix-button.tsx";
import { Day } from "#app/ui/day.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { Money } from "#app/ui/money.tsx";
import { TermsNote } from "#app/ui/terms-note.tsx";
import { FixedPrice } from "./fixed-price.tsx";
import type { ShownPage } from "./shown-page.ts";

type ShownVariant = ShownPage["variants"][number];

/** Each variant with its price and why it is that, and its stock on both sides. */
export function VariantsCard({ page: { variants, listing, pricing } }: { page: ShownPage }) {
  const rule = pricing.own !== null ? "own" : listing.origin === "mapped" ? "none" : "shop";
  const canPrice = listing.listingStatus !== "unlinked" && listing.productGid !== null;
  return (
    <Card padding="0">
      <div className="k-card-head">
        <Text as="h2" variant="headingMd">
          {variants.length < 2 ? "Price and stock" : `Variants (${variants.length})`}
        </Text>
      </div>
      {variants.length === 0 ? (
        <div className="k-card-head">
          <Text as="p" tone="subdued">
            Prices and stock appear here once the product is in your store.
          </Text>
        </div>
      ) : (
        <ul className="k-rows">
          {variants.map((variant) => (
            <li key={variant.id} className="k-variant">
              <VariantHead variant={variant} />
              <dl className="k-facts">
                <PriceFacts variant={variant} rule={rule} />
                <StockFacts variant={variant} />
              </dl>
              {canPrice && variant.fix && variants.length > 1 ? (
                <FixButton
                  listingId={listing.id}
                  code="loses_money"
                  fix={variant.fix}
                  variantId={variant.id}
                />
              ) : null}
              {canPrice ? <FixedPrice variant={variant} hasRule={rule !== "none"} /> : null}
            </li>
          ))}
        </ul>
      )}
      {variants.length === 0 ? null : (
        <div className="k-card-head">
          <TermsNote terms={pricing.terms} ofDelivery />
        </div>
      )}
    </Card>
  );
}

function VariantHead({ variant: { title, sku, offered, pricePkr } }: { variant: ShownVariant }) {
  return (
    <div className="k-row-line">
      <span>
        <Text as="span" fontWeight="semibold">
          <bdi>{title || "Only variant"}</bdi>
        </Text>
        {sku ? (
          <Text as="span" tone="subdued" variant="bodySm">
            {" "}
            <span className="k-number">{sku}</span>
          </Text>
        ) : null}
        {offered ? null : (
          <Text as="span" tone="caution">
            {" "}
            · not offered any more
          </Text>
        )}
      </span>
      <Text as="span" fontWeight="semibold">
        <Money amount={pricePkr} />
      </Text>
    </div>
  );
}

/** Which rule prices it; none what was the merchant's before, until they fix a price or give it a rule here. */
type Rule = "shop" | "own" | "none";

const RULE_WORDS: Readonly<Record<Rule, string>> = {
  shop: "your rule",
  own: "its own rule",
  none: "you",
};

function PriceFacts({ variant, rule }: { readonly variant: ShownVariant; readonly rule: Rule }) {
  const { ruled, marginPkr, lossPkr, wholesalePkr, compareAtPkr, fixedPricePkr, priceLockedSince } = variant;
  return (
    <>
      <div>
        <dt>Price set by</dt>
        <dd>
          {priceLockedSince ? (
            <>
              you, since <Day at={priceLockedSince} />
            </>
          ) : fixedPricePkr === null ? (
            RULE_WORDS[rule]
          ) : (
            "you"
          )}
        </dd>
      </div>
      {rule === "none" ? null : (
        <div>
          <dt>The rule says</dt>
          <dd>
            <Money amount={ruled.pricePkr} />
          </dd>
        </div>
      )}
      <div>
        <dt>Never below</dt>
        <dd>
          <Money amount={ruled.floorPkr} />
        </dd>
      </div>
      <div>
        <dt>Cost</dt>
        <dd>
          <Money amount={wholesalePkr} />
        </dd>
      </div>
      <div>
        <dt>Margin when delivered</dt>
        <dd>
          {lossPkr > 0 ? (
            <Text as="span" tone="critical" fontWeight="semibold">
              <Money amount={marginPkr} about />: loses money
            </Text>
          ) : (
            <Money amount={marginPkr} about />
          )}
        </dd>
      </div>
      {compareAtPkr === null ? null : (
        <div>
          <dt>Compare at</dt>
          <dd>
            <Money amount={compareAtPkr} />
          </dd>
        </div>
      )}
    </>
  );
}

function StockFacts({ variant: { stock, shown, stockAt, isStockDue } }: { variant: ShownVariant }) {
  return (
    <>
      <div>
        <dt>At the supplier</dt>
        <dd>
          {stock.toLocaleString("en-US")}
          {stockAt ? (
            <Text as="span" tone="subdued" variant="bodySm">
              {" "}
              <Moment at={stockAt} />
            </Text>
          ) : null}
        </dd>
      </div>
      <div>
        <dt>Shown in your store</dt>
        <dd>
          {shown === null ? "not written yet" : shown.toLocaleString("en-US")}
          {isStockDue ? (
            <Text as="span" tone="subdued" variant="bodySm">
              {" "}
              being updated
            </Text>
          ) : null}
        </dd>
      </div>
    </>
  );
}
