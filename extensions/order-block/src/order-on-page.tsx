import { useState } from "preact/hooks";
import type { PressOutcome } from "../../shared/ask-app.ts";
import { badgeTone } from "../../shared/badge-tone.ts";
import { NotRead } from "../../shared/not-read.tsx";
import type { Translate } from "../../shared/translate.ts";
import { type Reading, useReading } from "../../shared/use-reading.ts";
import { HoldNotice, type OnPressed } from "./hold-notice.tsx";
import { MoneyLines } from "./money-lines.tsx";
import type { OrderBlock } from "./order-block.ts";
import { ParcelLines } from "./parcel-lines.tsx";

/** The work a press asks for is done in the background; by these moments it mostly is. */
const LOOKS_AFTER_PRESS_MS = [0, 2000, 6000];

type OrderOnPageProps = {
  /** Where the app tells of the order; null where Shopify names none. */
  readonly path: string | null;
  readonly translate: Translate;
};

/** What the supplier does for the order whose page is open. */
export function OrderOnPage({ path, translate }: OrderOnPageProps) {
  const { reading, read } = useReading<OrderBlock>(path);
  const [outcome, setOutcome] = useState<PressOutcome | null>(null);
  const onPressed = (came: PressOutcome | null) => {
    setOutcome(came);
    if (came !== null) for (const waitMs of LOOKS_AFTER_PRESS_MS) setTimeout(() => void read(), waitMs);
  };
  return (
    <s-admin-block
      heading={translate("heading")}
      collapsedSummary={reading?.kind === "read" ? reading.block.status.label : ""}
    >
      <Shown {...{ path, reading, translate, outcome, onPressed }} onRead={() => void read()} />
    </s-admin-block>
  );
}

type ShownProps = OrderOnPageProps & {
  readonly reading: Reading<OrderBlock>;
  readonly onRead: () => void;
  readonly outcome: PressOutcome | null;
  readonly onPressed: OnPressed;
};

function Shown({ path, reading, translate, outcome, onRead, onPressed }: ShownProps) {
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
