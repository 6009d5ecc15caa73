import { Badge, BlockStack, Card, InlineStack, Link, Select, Text } from "@shopify/polaris";
import { shadowOutcomes } from "#app/domain/orders/shadow/shadow-mode.ts";
import { outcomeWords, verdictWords } from "#app/domain/orders/shadow/shadow-words.ts";
import { routeWords } from "#app/routes/admin/orders/orders-words.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ListPages } from "#app/ui/list-pages.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { Money } from "#app/ui/money.tsx";
import { SteadyTabs } from "#app/ui/steady-tabs.tsx";
import { useListUrl } from "#app/ui/use-list-url.ts";
import type { ShownShadow } from "./shown-shadow.ts";

type Row = ShownShadow["rows"][number];

const VIEWS = ["all", "place", "hold", "wait"] as const;

/** The orders of the shadow days, filtered in the address. */
export function ShadowList({ page }: { readonly page: ShownShadow }) {
  const { rows, next, verdict, outcome, sums } = page;
  const { change } = useListUrl("after");
  const counts = { all: sums.would.place + sums.would.hold + sums.would.wait, ...sums.would };
  const tabs = VIEWS.map((id) => ({
    id,
    content: `${id === "all" ? "All" : `Would be ${verdictWords[id]}`} (${counts[id].toLocaleString("en-US")})`,
  }));
  return (
    <>
      <SteadyTabs
        tabs={tabs}
        selected={VIEWS.indexOf(verdict ?? "all")}
        onSelect={(index) => change({ verdict: index === 0 ? "" : (VIEWS[index] ?? "") })}
      />
      <div className="k-page-intro">
        <div className="k-edit-customer">
          <Select
            label="What happened"
            options={[
              { value: "", label: "Anything" },
              ...shadowOutcomes.map((value) => ({ value, label: outcomeWords[value] })),
            ]}
            value={outcome ?? ""}
            onChange={(value) => change({ outcome: value })}
          />
        </div>
      </div>
      {rows.length === 0 ? (
        <EmptyCard
          title="No orders here"
          text="Orders that arrive while shadow mode is on appear here, once each."
        />
      ) : (
        <Card padding="0">
          <ul className="k-rows">
            {rows.map((row) => (
              <li key={row.orderId}>
                <ShadowItem row={row} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <ListPages next={next} />
    </>
  );
}

function ShadowItem({ row }: { readonly row: Row }) {
  const { orderId, name, verdict, reasons, outcome, isSame, decidedAt } = row;
  return (
    <div className="k-row">
      <BlockStack gap="100">
        <InlineStack gap="200" align="space-between" blockAlign="start">
          <InlineStack gap="200">
            <Link url={`/orders/${orderId}`}>
              <bdi>{name || "New order"}</bdi>
            </Link>
            <Badge tone={verdict === "hold" ? "attention" : undefined}>
              {`Would be ${verdictWords[verdict]}`}
            </Badge>
          </InlineStack>
          <Badge tone={isSame === false ? "warning" : isSame ? "success" : undefined}>
            {outcomeWords[outcome]}
          </Badge>
        </InlineStack>
        <SumsOf row={row} />
        {reasons.map((reason) => (
          <Text as="p" key={reason}>
            {reason}
          </Text>
        ))}
        <Text as="p" tone="subdued" variant="bodySm">
          decided <Moment at={decidedAt} />
        </Text>
      </BlockStack>
    </div>
  );
}

function SumsOf({ row: { paymentMode, collectsPkr, deliveredPkr, refusedPkr } }: { readonly row: Row }) {
  if (paymentMode === null) return null;
  return (
    <Text as="p">
      {routeWords(paymentMode)}
      {collectsPkr === null ? null : (
        <>
          {" "}
          <Money amount={collectsPkr} />
        </>
      )}
      {deliveredPkr === null ? null : (
        <>
          {" · delivered "}
          <Money amount={deliveredPkr} about />
        </>
      )}
      {refusedPkr === null ? null : (
        <>
          {" · refused "}
          <Money amount={refusedPkr} about />
        </>
      )}
    </Text>
  );
}
