import { Link } from "@remix-run/react";
import { BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import { countOf } from "#app/domain/messages/count-of.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { copyWords, typeWords } from "#app/domain/wallet-page/wallet-words.ts";
import { formatDate, formatMoment } from "#app/platform/time/format-time.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { ListBody } from "#app/ui/list-body.tsx";
import { ListFilters } from "#app/ui/list-filters.tsx";
import { Money } from "#app/ui/money.tsx";
import { useShopFacts } from "#app/ui/shop-facts.tsx";
import { useListUrl } from "#app/ui/use-list-url.ts";
import type { ShownLine, ShownWallet } from "./shown-wallet.ts";

/** Everything that changed Available: this shop's orders, the account's own movements, and other sales as one sum. */
export function LedgerCard({ page }: { readonly page: ShownWallet }) {
  const { timezone } = useShopFacts();
  const { copy, lines, others } = page;
  const unreadable = copy?.unreadable ?? 0;
  return (
    <Card padding="0">
      <div className="k-card-head">
        <BlockStack gap="100">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <Text as="h2" variant="headingMd">
              Ledger
            </Text>
            <ActionButton label="Look for new entries" intent="look" variant="plain" />
          </InlineStack>
          <Text as="p" tone="subdued">
            {copyWords(copy, timezone)}
          </Text>
          {unreadable > 0 ? (
            <Text as="p" tone="critical">
              {countOf(unreadable, "entry", "entries")} could not be read and{" "}
              {unreadable === 1 ? "is" : "are"} missing here.
            </Text>
          ) : null}
        </BlockStack>
      </div>
      <LedgerFilters page={page} />
      {others && others.entries > 0 ? (
        <div className="k-topic">
          <Text as="p" tone="subdued">
            Other sales of this account{others.since === null ? "" : ", the last 30 days"}:{" "}
            {formatRupees(others.sumPkr)}
          </Text>
        </div>
      ) : null}
      {lines.length === 0 ? (
        <NoLines page={page} />
      ) : (
        <ListBody>
          <ul className="k-rows">
            {lines.map((line) => (
              <LineRow key={line.id} line={line} />
            ))}
          </ul>
        </ListBody>
      )}
    </Card>
  );
}

function LedgerFilters({ page: { filter, types, statuses } }: { readonly page: ShownWallet }) {
  const { change } = useListUrl("after");
  const options = (words: readonly string[]) => words.map((value) => ({ value, label: typeWords(value) }));
  return (
    <ListFilters
      search={filter.order}
      placeholder="Order number"
      searchOn="enter"
      onSearch={(order) => change({ order })}
      onChange={change}
      filters={[
        { kind: "choice", key: "type", label: "Type", value: filter.type, options: options(types) },
        { kind: "choice", key: "status", label: "Status", value: filter.status, options: options(statuses) },
      ]}
      days={{ label: "Booked", fromKey: "from", toKey: "to", from: filter.from ?? "", to: filter.to ?? "" }}
    />
  );
}

function NoLines({ page: { filter, copy } }: { readonly page: ShownWallet }) {
  const isFiltered = Object.values(filter).some((value) => value !== "" && value !== null);
  const words = isFiltered
    ? "Nothing in the ledger fits these filters."
    : copy?.asOf
      ? "The ledger holds nothing of yours yet. Top-ups, reserves, charges and margins appear here."
      : "Entries appear here as they are copied.";
  return (
    <div className="k-topic">
      <Text as="p" tone="subdued">
        {words}
      </Text>
    </div>
  );
}

function LineRow({ line }: { readonly line: ShownLine }) {
  const { timezone } = useShopFacts();
  const { type, status, amountPkr, order, description, bookedAt, isDated, missingSince } = line;
  const words = (
    <>
      <span className="k-row-line">
        <Text as="span" fontWeight="semibold">
          <span title={type}>{[order?.name, typeWords(type)].filter(Boolean).join(" · ")}</span>
        </Text>
        <Money amount={amountPkr} />
      </span>
      <span className="k-row-line">
        <Text as="span" tone="subdued" variant="bodySm" truncate>
          {[description, status === "" ? null : typeWords(status)].filter(Boolean).join(" · ")}
          {missingSince === null
            ? ""
            : ` · not in the supplier's ledger any more since ${formatDate(missingSince, timezone)}`}
        </Text>
        <Text as="span" tone="subdued" variant="bodySm">
          <span className="k-nowrap">{isDated ? formatMoment(bookedAt, timezone) : "not dated"}</span>
        </Text>
      </span>
    </>
  );
  return (
    <li>
      {order ? (
        <Link to={`/orders/${order.id}`} className="k-row">
          {words}
        </Link>
      ) : (
        <div className="k-row">{words}</div>
      )}
    </li>
  );
}
