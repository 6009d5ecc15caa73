import { formatRupees } from "../../shared/format-rupees.ts";
import type { AccountParcel } from "./account-order.ts";
import type { Translate } from "./translate.ts";

type ParcelProps = { readonly parcel: AccountParcel; readonly translate: Translate };

/** One parcel: the cash to have ready, its steps, and its number at the courier. */
export function ParcelSteps({ parcel, translate }: ParcelProps) {
  const { steps, end } = parcel;
  return (
    <>
      <Cash {...{ parcel, translate }} />
      {steps.map(({ step, isDone, day }) => (
        <s-text key={step} color={isDone ? "base" : "subdued"}>
          {withDay(`${isDone ? "✓" : "–"} ${translate(step)}`, day)}
        </s-text>
      ))}
      {end ? <s-text type="strong">{withDay(`✕ ${translate(end.kind)}`, end.day)}</s-text> : null}
      <Courier {...{ parcel, translate }} />
    </>
  );
}

const withDay = (words: string, day: string | null) => (day === null ? words : `${words}, ${day}`);

function Cash({ parcel: { cashPkr }, translate }: ParcelProps) {
  if (cashPkr === null) return null;
  if (cashPkr === 0) return <s-text>{translate("paid")}</s-text>;
  return (
    <>
      <s-text type="strong">{`${translate("cash")}: ${formatRupees(cashPkr)}`}</s-text>
      <s-text>{translate("exact")}</s-text>
    </>
  );
}

function Courier({ parcel: { courier, trackingNumber, trackingUrl }, translate }: ParcelProps) {
  const named = [courier ?? translate("courier"), trackingNumber].filter(Boolean).join(" ");
  return (
    <>
      {courier || trackingNumber ? <s-text>{named}</s-text> : null}
      {trackingUrl ? (
        <s-link href={trackingUrl} target="_blank">
          {translate("atCourier")}
        </s-link>
      ) : null}
    </>
  );
}
