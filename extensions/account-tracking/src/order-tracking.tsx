import { useEffect, useState } from "preact/hooks";
import type { AccountOrder } from "./account-order.ts";
import { OrderChoices } from "./order-choices.tsx";
import { ParcelSteps } from "./parcel-steps.tsx";
import { type OrderQuestion, readOrder } from "./read-order.ts";
import { type ShopAddresses, trackingAddress } from "./tracking-address.ts";
import type { Translate } from "./translate.ts";

type OrderTrackingProps = {
  /** As the page names the order: by its number, or by Shopify's id where it has none yet. */
  readonly number: string | undefined;
  readonly id: string | undefined;
  readonly phone: string | null | undefined;
  /** How long to wait before each further try, where the app may not know the order yet. */
  readonly waitsMs: readonly number[];
  readonly shop: ShopAddresses;
  readonly getToken: () => Promise<string>;
  readonly translate: Translate;
};

/**
 * How far an order is, on its page in the customer's account and on the one that thanks for it. What that page calls it and
 * the phone find it, as number and phone do when they are typed; where Shopify does not show the phone to the app, or nothing is found, a link leads to where they are.
 */
export function OrderTracking(props: OrderTrackingProps) {
  const { number, id, phone, waitsMs, shop, getToken, translate } = props;
  const lang = translate("language");
  const [found, setFound] = useState<AccountOrder | "reading" | null>(
    (number || id) && phone ? "reading" : null,
  );
  useEffect(() => {
    if (!phone || !(number || id)) return;
    const named = number ? { number } : { id: id ?? "" };
    void keepReading({ ...named, phone, lang, getToken }, waitsMs, setFound);
  }, [number, id, phone, lang, waitsMs, getToken]);
  return (
    <s-section heading={translate("heading")}>
      {found === "reading" ? (
        <s-spinner accessibilityLabel={translate("loading")} />
      ) : (
        <s-stack gap="base">
          {found === null ? <HowToTrack {...{ number, translate }} /> : <Parcels {...{ found, translate }} />}
          {found?.choices ? (
            <OrderChoices {...{ choices: found.choices, shop, translate, getToken }} />
          ) : null}
          <s-button href={trackingAddress(shop, { lang, order: found?.order ?? null })} variant="secondary">
            {translate(found === null ? "button" : "open")}
          </s-button>
        </s-stack>
      )}
    </s-section>
  );
}

async function keepReading(
  question: OrderQuestion,
  waitsMs: readonly number[],
  show: (found: AccountOrder | null) => void,
): Promise<void> {
  for (const waitMs of [...waitsMs, null]) {
    const found = await readOrder(question);
    show(found);
    if (found !== null || waitMs === null) return;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

type HowToTrackProps = { readonly number: string | undefined; readonly translate: Translate };

function HowToTrack({ number, translate }: HowToTrackProps) {
  return (
    <>
      <s-text>{translate("text")}</s-text>
      <s-text>{number ? translate("needs", { number }) : translate("needsBoth")}</s-text>
    </>
  );
}

type ParcelsProps = { readonly found: AccountOrder; readonly translate: Translate };

function Parcels({ found: { sender, parcels }, translate }: ParcelsProps) {
  return (
    <>
      {parcels.map((parcel, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parcels keep their order and have no name a customer may see
        <s-stack gap="small" key={at}>
          {parcels.length > 1 ? (
            <s-heading>{translate("parcelOf", { part: at + 1, of: parcels.length })}</s-heading>
          ) : null}
          <ParcelSteps {...{ parcel, translate }} />
        </s-stack>
      ))}
      <s-text>{`${translate("sender")}: ${sender}`}</s-text>
    </>
  );
}
