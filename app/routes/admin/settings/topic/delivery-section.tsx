import { useFetcher } from "@remix-run/react";
import { BlockStack, Card, ChoiceList, Text, TextField } from "@shopify/polaris";
import { type MixedCartChoice, mixedCartChoices } from "#app/domain/delivery-charge/mixed-cart-choice.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { FormSaveBar } from "#app/ui/form-save-bar.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { useEdited } from "#app/ui/use-edited.ts";
import { CheckoutCard } from "./checkout-card.tsx";
import { DeliveryCostsCard } from "./delivery-costs-card.tsx";
import type { ShownDelivery } from "./shown-delivery.ts";
import { WeightRatesCard } from "./weight-rates-card.tsx";

const WHEN_MIXED: Readonly<Record<MixedCartChoice, { readonly label: string; readonly helpText: string }>> = {
  ours_only: {
    label: "Charge for the supplier's goods only",
    helpText: "Your own goods travel free, or are charged by a rate of their own location.",
  },
  add_fallback: {
    label: "Charge for the supplier's goods, and your own charge for yours",
    helpText: "A cart of your own goods alone pays your own charge.",
  },
  no_rate: {
    label: "Leave such carts to your other rates",
    helpText: "Without another rate customers cannot check out.",
  },
};

/** What customers pay for delivery, and whether the checkout asks us. */
export function DeliverySection({ delivery }: { delivery: ShownDelivery }) {
  return (
    <BlockStack gap="400">
      <CheckoutCard state={delivery.state} />
      <SettingsForm delivery={delivery} />
      {delivery.tariff ? (
        <DeliveryCostsCard tariff={delivery.tariff} isAskedAgain={delivery.isAskedAgain} />
      ) : null}
      {delivery.tariff && (delivery.state !== "on" || delivery.weightRates) ? (
        <WeightRatesCard state={delivery.state} weightRates={delivery.weightRates} />
      ) : null}
    </BlockStack>
  );
}

function SettingsForm({ delivery }: { delivery: ShownDelivery }) {
  const { serviceName, fallbackPkr, whenMixed } = delivery;
  const saved = { serviceName, fallbackPkr: String(fallbackPkr), whenMixed };
  const { value, edits, change, isDirty, discard } = useEdited(saved);
  const fetcher = useFetcher<ActionAnswer>();
  const isBusy = fetcher.state !== "idle";
  const answer = isBusy ? undefined : fetcher.data;
  useDoneToast(fetcher.data);
  const errors = errorsOf(value);
  const save = () => fetcher.submit({ intent: "save_delivery", ...edits }, { method: "post" });
  return (
    <Card>
      <BlockStack gap="400">
        <FormSaveBar
          {...{ isDirty, isBusy }}
          isWrong={Object.values(errors).some(Boolean)}
          onSave={save}
          onDiscard={discard}
        />
        <Text as="h2" variant="headingMd">
          What customers see
        </Text>
        {answer && !answer.ok ? <Refusal answer={answer} /> : null}
        <TextField
          label="Name at the checkout"
          value={value.serviceName}
          onChange={(text) => change({ serviceName: text })}
          maxLength={60}
          error={errors.serviceName}
          autoComplete="off"
        />
        <TextField
          label="Your own charge"
          type="number"
          prefix="Rs"
          min={0}
          max={10_000}
          value={value.fallbackPkr}
          onChange={(text) => change({ fallbackPkr: text })}
          error={errors.fallbackPkr}
          autoComplete="off"
          helpText="What a customer pays when the charge cannot be worked out at once."
        />
        <ChoiceList
          title="When a cart holds goods of your own too"
          choices={mixedCartChoices.map((choice) => ({ value: choice, ...WHEN_MIXED[choice] }))}
          selected={[value.whenMixed]}
          onChange={([chosen]) =>
            change({ whenMixed: mixedCartChoices.find((choice) => choice === chosen) ?? "ours_only" })
          }
        />
      </BlockStack>
    </Card>
  );
}

function errorsOf({ serviceName, fallbackPkr }: { serviceName: string; fallbackPkr: string }) {
  const isAmount = /^\d{1,5}$/.test(fallbackPkr) && Number(fallbackPkr) <= 10_000;
  return {
    serviceName: serviceName.trim() === "" ? "Give it a name." : undefined,
    fallbackPkr: isAmount ? undefined : "Whole rupees, from 0 to 10,000.",
  };
}
