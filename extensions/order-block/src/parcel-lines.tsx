import { badgeTone } from "../../shared/badge-tone.ts";
import type { Translate } from "../../shared/translate.ts";
import type { Parcel } from "./order-block.ts";

type ParcelLinesProps = { readonly parcels: readonly Parcel[]; readonly translate: Translate };

/** The order's parcels: what each holds, where it is, and its number at the courier. */
export function ParcelLines({ parcels, translate }: ParcelLinesProps) {
  if (parcels.length === 0) return <s-text color="subdued">{translate("noParcels")}</s-text>;
  return (
    <s-stack gap="base">
      {parcels.map((parcel, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parcels keep their order, and two may be the same part of two placings
        <s-stack gap="small-300" key={index}>
          <s-stack direction="inline" gap="small">
            <s-text type="strong">{titleOf(parcel, translate)}</s-text>
            <s-badge tone={badgeTone(parcel.status)}>{parcel.status.label}</s-badge>
          </s-stack>
          <s-text color="subdued">{contentsOf(parcel, translate)}</s-text>
          <Tracking parcel={parcel} translate={translate} />
        </s-stack>
      ))}
    </s-stack>
  );
}

function titleOf({ part, of }: Parcel, translate: Translate): string {
  return of > 1 ? translate("parcelOf", { part, of }) : translate("parcel");
}

function contentsOf({ items }: Parcel, translate: Translate): string {
  if (items === null) return translate("contentsUnknown");
  return items.map(({ quantity, title }) => `${quantity} × ${title}`).join(", ");
}

type TrackingProps = { readonly parcel: Parcel; readonly translate: Translate };

function Tracking({ parcel, translate }: TrackingProps) {
  const { courier, trackingNumber, trackingUrl } = parcel;
  if (!courier && !trackingNumber) return <s-text color="subdued">{translate("trackingLater")}</s-text>;
  const name = courier ?? translate("courier");
  if (!trackingUrl) return <s-text>{[name, trackingNumber].filter(Boolean).join(" ")}</s-text>;
  return (
    <s-stack direction="inline" gap="small-300">
      <s-text>{name}</s-text>
      <s-link href={trackingUrl} target="_blank">
        {trackingNumber ?? translate("track")}
      </s-link>
    </s-stack>
  );
}
