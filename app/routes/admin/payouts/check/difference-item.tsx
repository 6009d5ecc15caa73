import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Button, InlineStack, Link, List, Select, Text } from "@shopify/polaris";
import { useState } from "react";
import type { DifferenceRow } from "#app/domain/settlement/list-differences.server.ts";
import { MarkAsPaid } from "#app/routes/admin/orders/order/mark-as-paid.tsx";
import { ActionButton } from "#app/ui/action-button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { Money } from "#app/ui/money.tsx";
import { adminUrl, useWho } from "#app/ui/shop-facts.tsx";
import { reasonChoices, reasonWords } from "./reason-words.ts";

type ShownRow = SerializeFrom<DifferenceRow>;

/** One difference: the order, what was found, the entries behind it, and the buttons that help. */
export function DifferenceItem({ row }: { row: ShownRow }) {
  const { order, orderId, sentence, entries, foundAt, keptStateAt, putAsideAt } = row;
  return (
    <div className="k-row">
      <BlockStack gap="200">
        <Text as="p">
          <strong>
            <Link url={`/orders/${orderId}`}>
              <bdi>{order.name || "New order"}</bdi>
            </Link>
            {": "}
          </strong>
          {sentence}
        </Text>
        {keptStateAt ? (
          <Text as="p" tone="subdued">
            Shopify does not show so old an order any more: this is what it said on{" "}
            <Moment at={keptStateAt} />.
          </Text>
        ) : null}
        {entries.length > 0 ? <Entries entries={entries} /> : null}
        <Text as="p" tone="subdued" variant="bodySm">
          found <Moment at={foundAt} />
          {putAsideAt ? (
            <>
              {" · "}
              <PutAsideWords row={row} />
            </>
          ) : null}
        </Text>
        <Buttons row={row} />
      </BlockStack>
    </div>
  );
}

function Entries({ entries }: Pick<ShownRow, "entries">) {
  return (
    <List>
      {entries.map(({ entryId, type, amountPkr, bookedAt, missingSince }) => (
        <List.Item key={entryId}>
          <Text as="span" variant="bodySm">
            <Moment at={bookedAt} />: <Money amount={amountPkr} /> <bdi>{type || "no type"}</bdi>
            {missingSince ? ", not shown by the supplier any more" : ""}
          </Text>
        </List.Item>
      ))}
    </List>
  );
}

function PutAsideWords({ row: { putAsideAt, putAsideBy, putAsideReason } }: { row: ShownRow }) {
  const who = useWho();
  return (
    <>
      put aside by {who(putAsideBy ?? "")} {putAsideAt ? <Moment at={putAsideAt} /> : null}:{" "}
      {reasonWords(putAsideReason)}
    </>
  );
}

function Buttons({ row }: { row: ShownRow }) {
  const { id, side, kind, orderId, order, foundPkr, question, putAsideAt, keptStateAt } = row;
  const isMarkable = kind === "unpaid" && keptStateAt === null;
  const inShopify = adminUrl(`orders/${order.gid.split("/").at(-1) ?? ""}`);
  return (
    <InlineStack gap="200">
      {isMarkable ? (
        <MarkAsPaid order={{ outstandingPkr: foundPkr }} isFirst={false} action={`/orders/${orderId}`} />
      ) : null}
      {side === "shopify" && !isMarkable ? <Button url={inShopify}>Open in Shopify</Button> : null}
      <ActionButton label="Read again" intent="read_again" fields={{ id }} />
      {question === null ? null : (
        <CopyButton label="Copy a text for the supplier" text={question} name="Text for the supplier" />
      )}
      {putAsideAt ? (
        <ActionButton label="Take up again" intent="bring_back" fields={{ id }} />
      ) : (
        <PutAside id={id} />
      )}
    </InlineStack>
  );
}

function PutAside({ id }: { id: string }) {
  const [reason, setReason] = useState(reasonChoices[0]?.value ?? "");
  return (
    <ConfirmButton
      label="Put aside"
      intent="put_aside"
      fields={{ id, reason }}
      tone="success"
      title="Put this aside?"
      text="It leaves Home and this list. If its sums change, it comes back."
      confirm="Put it aside"
      dismiss="Leave it here"
    >
      <Select label="Why" options={reasonChoices} value={reason} onChange={setReason} />
    </ConfirmButton>
  );
}
