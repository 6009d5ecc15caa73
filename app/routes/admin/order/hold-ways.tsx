import { BlockStack, InlineStack } from "@shopify/polaris";
import { useState } from "react";
import { ChangeQuestion } from "./change-question.tsx";
import { CityQuestion } from "./city-question.tsx";
import { ContentsQuestion } from "./contents-question.tsx";
import { DoubtQuestion } from "./doubt-question.tsx";
import { EditCustomerForm } from "./edit-customer-form.tsx";
import { HowPaidQuestion } from "./how-paid-question.tsx";
import { LinkVariant } from "./link-variant.tsx";
import { LowerDelivery } from "./lower-delivery.tsx";
import type { HoldWay, ShownNeed, ShownOrder } from "./shown-order.ts";
import { StockPlace } from "./stock-place.tsx";
import { UndoneButtons } from "./undone-buttons.tsx";
import { WayButton } from "./way-button.tsx";

type HoldWaysProps = {
  /** Null for an order that only waits. */
  readonly need: ShownNeed | null;
  readonly ways: readonly HoldWay[];
  readonly order: ShownOrder;
};

/** The ways out of a hold: questions answered in place first, then one button each; an open form stands alone. */
export function HoldWays({ need, ways, order }: HoldWaysProps) {
  const [opened, setOpened] = useState<HoldWay | null>(null);
  const close = () => setOpened(null);
  const { customer, cities } = order.fixes;
  if (opened === "edit_customer" && customer)
    return <EditCustomerForm fix={customer} cities={cities} onDone={close} />;
  if (opened === "map_variant") return <LinkVariant onDone={close} />;
  return (
    <div className="k-ways">
      <BlockStack gap="300">
        {need && ways.includes("choose_city") ? <CityQuestion need={need} cities={cities} /> : null}
        {ways.includes("answer_how_paid") ? <HowPaidQuestion isPaid={need?.params.isPaid === true} /> : null}
        {need && ways.includes("cancel_and_place_again") ? (
          <ChangeQuestion need={need} order={order} />
        ) : null}
        {ways.includes("fulfil_again") ? <UndoneButtons /> : null}
        {ways.includes("say_contents")
          ? order.unclear.map((handoff) => <ContentsQuestion key={handoff.handoffId} handoff={handoff} />)
          : null}
        {ways.includes("compare_and_choose") && order.doubt ? <DoubtQuestion doubt={order.doubt} /> : null}
        {need && ways.includes("lower_delivery_charge") ? <LowerDelivery need={need} /> : null}
        {need?.code === "out_of_stock" ? <StockPlace place={order.fixes.stockPlace} /> : null}
        <InlineStack gap="200">
          {ways.map((way, index) => (
            <WayButton
              key={way}
              {...{ way, need, order }}
              isFirst={index === 0}
              onOpen={() => setOpened(way)}
            />
          ))}
        </InlineStack>
      </BlockStack>
    </div>
  );
}
