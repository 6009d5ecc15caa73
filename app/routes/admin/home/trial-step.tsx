import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Button, InlineStack, Link, List, Text } from "@shopify/polaris";
import type { Trial, TrialCandidate, TrialOrder } from "#app/domain/home/set-up/trial/find-trial.server.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { Money } from "#app/ui/money.tsx";
import { HowPaidQuestion } from "../orders/order/how-paid-question.tsx";
import { MOVE_LABELS, shopifyWords, supplierWords } from "./trial-words.ts";

/** A whole order with the test key: placed by a press, moved by the supplier's simulation, watched on both sides (R37). */
export function TrialStep({ trial }: { readonly trial: SerializeFrom<Trial> }) {
  switch (trial.kind) {
    case "to_choose":
      return <Choose orders={trial.orders} />;
    case "under_way":
    case "delivered":
      return <UnderWay order={trial.order} isDelivered={trial.kind === "delivered"} />;
  }
}

function Choose({ orders }: { readonly orders: readonly SerializeFrom<TrialCandidate>[] }) {
  return (
    <BlockStack gap="300" inlineAlign="start">
      <Text as="p">
        One press makes a test order of one of your products in Shopify, for a made-up customer. No parcel is
        sent, nobody is told and no money moves.
      </Text>
      <ActionButton label="Make a test order" intent="make_trial_order" variant="primary" />
      {orders.length === 0 ? null : <Text as="p">Or try an order that waits, as a test:</Text>}
      {orders.map((order) => (
        <Candidate key={order.id} order={order} />
      ))}
    </BlockStack>
  );
}

function Candidate({
  order: { id, name, totalPkr, stands },
}: {
  readonly order: SerializeFrom<TrialCandidate>;
}) {
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Text as="p">
        <strong>
          <Link url={`/orders/${id}`}>
            <bdi>{name || "New order"}</bdi>
          </Link>
        </strong>
        {totalPkr === null ? null : ", "}
        {totalPkr === null ? null : <Money amount={totalPkr} />}
      </Text>
      <CandidateAction id={id} stands={stands} />
    </BlockStack>
  );
}

function CandidateAction({ id, stands }: Pick<SerializeFrom<TrialCandidate>, "id" | "stands">) {
  switch (stands.kind) {
    case "placeable":
      return <ActionButton label="Place it as a test" intent="place" action={`/orders/${id}`} />;
    case "being_placed":
      return <Text as="p">It is being sent to the supplier.</Text>;
    case "waiting":
      return <Text as="p">It waits. Its page says for what.</Text>;
    case "asks_how_paid":
      return (
        <>
          <Text as="p">{stands.sentence}</Text>
          <HowPaidQuestion isPaid={stands.isPaid} action={`/orders/${id}`} />
        </>
      );
    case "asks":
      return (
        <>
          <Text as="p">{stands.sentence}</Text>
          <Button url={`/orders/${id}`}>Answer on its page</Button>
        </>
      );
  }
}

type UnderWayProps = { readonly order: SerializeFrom<TrialOrder>; readonly isDelivered: boolean };

function UnderWay({ order, isDelivered }: UnderWayProps) {
  return (
    <BlockStack gap="300">
      <Text as="p">
        {isDelivered
          ? "Delivered: that was the whole way of an order. "
          : "Move the parcel, and watch both sides. "}
        <Link url={`/orders/${order.id}`}>See {order.name} in full</Link>
      </Text>
      <div className="k-home-sides" aria-live="polite">
        <Side title="In Shopify" lines={shopifyWords(order.shopify)} />
        <Side title="At the supplier" lines={supplierWords(order.supplier)} />
      </div>
      {order.supplier.parcels.map(({ id, part, of, next }) =>
        next === null ? null : (
          <InlineStack key={id} gap="200" blockAlign="center">
            {of > 1 ? <Text as="span">Parcel {part}</Text> : null}
            <ActionButton
              label={MOVE_LABELS[next]}
              intent="simulate"
              action={`/orders/${order.id}`}
              fields={{ parcelId: id, status: next }}
              variant="primary"
            />
          </InlineStack>
        ),
      )}
      {isDelivered ? <ActionButton label="Make another test order" intent="make_trial_order" /> : null}
    </BlockStack>
  );
}

function Side({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <section aria-label={title}>
      <Text as="h3" variant="headingSm">
        {title}
      </Text>
      <List>
        {lines.map((line) => (
          <List.Item key={line}>
            <bdi>{line}</bdi>
          </List.Item>
        ))}
      </List>
    </section>
  );
}
