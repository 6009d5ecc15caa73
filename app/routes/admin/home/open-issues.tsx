import type { SerializeFrom } from "@remix-run/node";
import { Button, Card, InlineStack, Link, Text } from "@shopify/polaris";
import type { Fix } from "#app/domain/catalog/pricing/fixable-issues.ts";
import type { AttentionList } from "#app/domain/home/issues-on-home.server.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import type { HoldAction } from "#app/domain/messages/holds/hold-rule.ts";
import { formatAgo } from "#app/platform/time/format-time.ts";
import { FixButton } from "#app/routes/admin/listings/fix-button.tsx";
import { ActionButton } from "#app/ui/action-button.tsx";
import { Day } from "#app/ui/day.tsx";
import { Money } from "#app/ui/money.tsx";
import { runUrl } from "#app/ui/run-url.ts";
import { adminUrl } from "#app/ui/shop-facts.tsx";
import { IssueAction } from "./issue-action.tsx";

type ShownAttention = SerializeFrom<AttentionList>;
type ShownIssue = ShownAttention["issues"][number];

type OpenIssuesProps = {
  readonly attention: ShownAttention;
  /** Prices that would end a need, by its id. */
  readonly fixes: Readonly<Record<string, Fix>>;
  /** Customers to call before their orders are placed. */
  readonly calls: number;
  readonly asOf: string;
};

/** What waits for a person: each a sentence and the button that leads to its fix. */
export function OpenIssues({ attention, fixes, calls, asOf }: OpenIssuesProps) {
  const { issues, total, leftOut } = attention;
  return (
    <Card padding="0">
      <div className="k-card-head">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            {total === 0 ? "Nothing needs you" : `Needs you (${total.toLocaleString("en-US")})`}
          </Text>
          {calls > 0 ? (
            <Button url="/orders/calls">{countOf(calls, "customer to call", "customers to call")}</Button>
          ) : null}
        </InlineStack>
        {total === 0 ? (
          <Text as="p" tone="subdued">
            What needs an answer from you appears here.
          </Text>
        ) : null}
      </div>
      {total === 0 ? null : (
        <ul className="k-rows">
          {issues.map((issue) => (
            <li key={issue.id}>
              <IssueRow issue={issue} fix={fixes[issue.id] ?? null} asOf={asOf} />
            </li>
          ))}
        </ul>
      )}
      {total > issues.length ? (
        <div className="k-card-head">
          <InlineStack gap="300" blockAlign="center">
            <Text as="span" tone="subdued">
              The {String(issues.length)} most urgent are shown.
            </Text>
            {LISTS.filter(({ things }) => leftOut.some((thing) => things.includes(thing))).map(
              ({ words, url }) => (
                <Button key={url} url={url}>
                  {words}
                </Button>
              ),
            )}
          </InlineStack>
        </div>
      ) : null}
    </Card>
  );
}

/** Where the needs are that have no place here, by what they are about. What concerns the shop is few. */
const LISTS: readonly { readonly things: readonly string[]; readonly words: string; readonly url: string }[] =
  [
    { things: ["order"], words: "Orders that need you", url: "/orders?tab=needs_you" },
    { things: ["listing"], words: "Listings that need you", url: "/listings?state=needs_you" },
    { things: ["mapping", "variant"], words: "Mapping", url: "/mapping" },
  ];

type IssueRowProps = { readonly issue: ShownIssue; readonly fix: Fix | null; readonly asOf: string };

function IssueRow({ issue, fix, asOf }: IssueRowProps) {
  return (
    <div className="k-need-row">
      <div>
        <Text as="p" tone={issue.code === "loses_money" ? "critical" : undefined}>
          {issue.order ? <OrderWords order={issue.order} url={`/orders/${issue.thingId}`} /> : null}
          {issue.sentence}
        </Text>
        <Text as="p" tone="subdued" variant="bodySm">
          since <Day at={issue.openedAt} />, {formatAgo(issue.openedAt, asOf)}
          {issue.order && issue.order.more > 0 ? ` · ${moreWords(issue.order.more)}` : null}
        </Text>
      </div>
      <InlineStack gap="200">
        {fix ? <FixButton listingId={issue.thingId} code={issue.code} fix={fix} /> : null}
        <IssueButton issue={issue} />
      </InlineStack>
    </div>
  );
}

/** Done right here where one press is enough, else the way to where it is done. */
function IssueButton({ issue }: { issue: ShownIssue }) {
  const { thing, thingId, code, act } = issue;
  if (act) return <IssueAction act={act} action={`/orders/${thingId}`} />;
  if (thing === "listing" && code === "sync_failed")
    return <ActionButton label="Try again" intent="try_again" action={`/listings/${thingId}`} />;
  if (thing === "listing" && code === "variants_missing")
    return (
      <ActionButton
        label="Look again"
        intent="look_again"
        action="/listings"
        fields={{ listingId: thingId }}
      />
    );
  return <Button url={wayOf(issue)}>{wordsOf(issue)}</Button>;
}

function moreWords(more: number): string {
  return countOf(more, "more question on its page", "more questions on its page");
}

/** Whose order it is, and over what sum. */
function OrderWords({ order, url }: { order: NonNullable<ShownIssue["order"]>; url: string }) {
  const { name, customer, totalPkr } = order;
  return (
    <strong>
      <Link url={url}>
        <bdi>{name || "New order"}</bdi>
      </Link>
      {customer ? ", " : null}
      {customer ? <bdi>{customer}</bdi> : null}
      {totalPkr === null ? null : ", "}
      {totalPkr === null ? null : <Money amount={totalPkr} />}
      {": "}
    </strong>
  );
}

/** What stands in Shopify's own admin leads there. */
function wayOf({ thing, thingId, code, params }: ShownIssue): string {
  if (thing === "order") return `/orders/${thingId}`;
  if (thing === "mapping" || thing === "variant") return "/mapping";
  if (thing === "listing") return `/listings/${thingId}`;
  if (code === "brake_stock") return runUrl("changes", thingId);
  if (code === "news_prices" || code === "news_out" || code === "unknown_imports")
    return "/settings/supplier-changes";
  if (code === "settlement_differs") return "/payouts/check";
  if (code === "auto_pay_stopped")
    return params.reason === "paused" ? "/settings/connection" : "/wallet/funds";
  if (code === "delivery_rates_moved") return "/settings/delivery";
  if (code === "data_request") return "/settings/privacy";
  return typeof params.page === "string" ? adminUrl(params.page) : "/settings";
}

function wordsOf({ thing, code, action, params }: ShownIssue): string {
  if (thing === "order") return ACTION_WORDS[action];
  if (code === "brake_stock") return "Look and decide";
  if (typeof params.page !== "string") return "See it";
  return action === "grant_scopes" ? "Grant it" : "Open in Shopify";
}

/** What the button is for; the order's page, where it leads, does it. */
const ACTION_WORDS: Readonly<Record<HoldAction, string>> = {
  answer_how_paid: "Say how it is paid",
  ask_again: "Decide",
  ask_supplier_again: "Decide",
  call_customer: "Call",
  cancel: "Decide",
  cancel_and_place_again: "Decide",
  choose_city: "Choose city",
  compare_and_choose: "Compare and choose",
  collect_rest: "Decide",
  customer_answered: "Decide",
  customer_confirmed: "Decide",
  edit_customer: "Correct it",
  finished_in_shopify: "Decide",
  forget_block: "Decide",
  fulfil_again: "Fulfil again",
  end_test_connection: "Decide",
  grant_scopes: "Grant",
  leave_it: "Decide",
  leave_refused: "Decide",
  lower_delivery_charge: "Change the amounts",
  mark_as_paid: "Decide",
  map_variant: "Link it",
  move_away: "Decide",
  open_connection: "See the connection",
  open_in_shopify: "See the order",
  open_service_dashboard: "See the order",
  pay_from_wallet: "Pay",
  place: "Place",
  place_anyway: "Decide",
  resume_placing: "Resume",
  retry: "Try again",
  say_contents: "Say what it holds",
  see_parcel: "See the parcel",
  top_up_wallet: "See the order",
  wait: "See the order",
};
