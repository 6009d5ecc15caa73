import type { PressOutcome } from "../../shared/ask-app.ts";
import { badgeTone } from "../../shared/badge-tone.ts";
import { NotRead } from "../../shared/not-read.tsx";
import type { Translate } from "../../shared/translate.ts";
import { HoldNotice } from "./hold-notice.tsx";
import { MoneyLines } from "./money-lines.tsx";
import { ParcelLines } from "./parcel-lines.tsx";
import type { OrderOnScreen } from "./use-order.ts";

type OrderLinesProps = { readonly order: OrderOnScreen; readonly translate: Translate };

/** What the supplier does for an order: its hold first, then parcels, then money. */
export function OrderLines({ order, translate }: OrderLinesProps) {
  const { path, reading, outcome, onRead, onPressed } = order;
  if (path === null || reading?.kind !== "read") return <NotRead {...{ reading, translate, onRead }} />;
  const { block } = reading;
  return (
    <s-stack gap="base">
      <s-stack direction="inline" gap="small">
        <s-badge tone={badgeTone(block.status)}>{block.status.label}</s-badge>
        <s-link href={`app:orders/${block.orderId}`}>{translate("open")}</s-link>
      </s-stack>
      {block.holds.map((hold) => (
        <HoldNotice key={hold.sentence} {...{ hold, path, translate, onPressed }} orderId={block.orderId} />
      ))}
      {outcome ? <Outcome outcome={outcome} translate={translate} /> : null}
      {block.refusal ? (
        <s-text color="subdued">{`${block.refusal.reason} ${block.refusal.detail}`}</s-text>
      ) : null}
      <s-divider />
      <ParcelLines parcels={block.parcels} translate={translate} />
      <s-divider />
      <MoneyLines block={block} translate={translate} />
    </s-stack>
  );
}

type OutcomeProps = { readonly outcome: PressOutcome; readonly translate: Translate };

function Outcome({ outcome, translate }: OutcomeProps) {
  if (outcome.kind === "done") return <s-text tone="success">{outcome.sentence}</s-text>;
  const sentence = outcome.kind === "refused" ? outcome.sentence : translate("lost");
  return <s-text tone="critical">{sentence}</s-text>;
}
