import type { Api } from "@shopify/ui-extensions/customer-account.order-status.block.render";
import { useEffect, useState } from "preact/hooks";
import type { AccountOrder } from "./account-order.ts";
import { OrderChoices } from "./order-choices.tsx";
import { ParcelSteps } from "./parcel-steps.tsx";
import { readOrder } from "./read-order.ts";
import { trackingAddress } from "./tracking-address.ts";
import type { Translate } from "./translate.ts";

type OrderTrackingProps = Pick<Api, "order" | "shop" | "shippingAddress" | "sessionToken"> & {
  readonly translate: Translate;
};

/**
 * How far an order is, on its page in the customer's account. The number and phone of that page find it, as they do when
 * they are typed; where Shopify does not show the phone to the app, or nothing is found, a link leads to where they are.
 */
export function OrderTracking(props: OrderTrackingProps) {
  const { order, shop, shippingAddress, sessionToken, translate } = props;
  const number = order.value?.name;
  const phone = shippingAddress?.value?.phone;
  const lang = translate("language");
  const [found, setFound] = useState<AccountOrder | "reading" | null>(number && phone ? "reading" : null);
  useEffect(() => {
    if (!number || !phone) return;
    const question = { number, phone, lang, getToken: () => sessionToken.get() };
    void readOrder(question).then(setFound);
  }, [number, phone, lang, sessionToken]);
  return (
    <s-section heading={translate("heading")}>
      {found === "reading" ? (
        <s-spinner accessibilityLabel={translate("loading")} />
      ) : (
        <s-stack gap="base">
          {found === null ? <HowToTrack {...{ number, translate }} /> : <Parcels {...{ found, translate }} />}
          {found?.choices ? (
            <OrderChoices
              {...{ choices: found.choices, shop, translate, getToken: () => sessionToken.get() }}
            />
          ) : null}
          <s-button href={trackingAddress(shop, { lang, order: found?.order ?? null })} variant="secondary">
            {translate(found === null ? "button" : "open")}
          </s-button>
        </s-stack>
      )}
    </s-section>
  );
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
