import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Link, Text } from "@shopify/polaris";
import { Fragment } from "react";
import { doorWords } from "#app/domain/privacy/access-door-words.ts";
import type { AccessLine } from "#app/domain/privacy/list-access.server.ts";
import { Moment } from "#app/ui/moment.tsx";
import { useShopFacts } from "#app/ui/shop-facts.tsx";

type ShownLine = SerializeFrom<AccessLine>;

/** Whom, what and where in one sentence; when, and how often, beneath. */
export function AccessRow({ line }: { line: ShownLine }) {
  const { firstSeenAt, lastSeenAt, times } = line;
  return (
    <div className="k-row">
      <BlockStack gap="050">
        <Text as="p">
          <Text as="span" fontWeight="semibold">
            <Person line={line} />
          </Text>{" "}
          saw <Orders line={line} /> {doorWords(line.door)}.
        </Text>
        <Text as="p" tone="subdued" variant="bodySm">
          <Moment at={firstSeenAt} />
          {times > 1 ? (
            <>
              {" "}
              · {times} times until <Moment at={lastSeenAt} />
            </>
          ) : null}
        </Text>
      </BlockStack>
    </div>
  );
}

function Person({ line: { person, name } }: { line: ShownLine }) {
  const { person: looking } = useShopFacts();
  if (person === looking) return <>You</>;
  return name ? <bdi>{name}</bdi> : <>Staff member {person}</>;
}

function Orders({ line: { orders, more } }: { line: ShownLine }) {
  if (orders.length === 0) return <>words that belong to no order of yours</>;
  return (
    <>
      {orders.length + more === 1 ? "the customer of " : "the customers of "}
      {orders.map(({ id, name }, at) => (
        <Fragment key={id}>
          {at === 0 ? "" : more === 0 && at === orders.length - 1 ? " and " : ", "}
          {name === null ? (
            "an order that is not kept any more"
          ) : (
            <Link url={`/orders/${id}`}>{name || "a new order"}</Link>
          )}
        </Fragment>
      ))}
      {more > 0 ? ` and ${more} more` : ""}
    </>
  );
}
