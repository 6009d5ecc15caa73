import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, InlineStack, TextField } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { ActionButton, useDoneToast } from "#app/ui/action-button.tsx";
import { useUnsaved } from "#app/ui/unsaved.ts";
import { useInvalidFocus } from "#app/ui/use-invalid-focus.ts";
import type { ShownPage } from "./shown-page.ts";

type FixedPriceProps = {
  readonly variant: ShownPage["variants"][number];
  /** No rule prices what was the merchant's before, until they give it one: it keeps the price it has. */
  readonly hasRule: boolean;
};

/** A price of the merchant's own, whatever the rule says; one below the minimum is refused beside the field. */
export function FixedPrice({ variant, hasRule }: FixedPriceProps) {
  const { id, fixedPricePkr } = variant;
  const [isOpen, setOpen] = useState(false);
  return (
    <InlineStack gap="200" blockAlign="start">
      {isOpen ? (
        <PriceField variant={variant} onDone={() => setOpen(false)} />
      ) : (
        <Button size="slim" onClick={() => setOpen(true)}>
          {fixedPricePkr === null ? "Fix the price" : `Fixed at ${formatRupees(fixedPricePkr)}: change`}
        </Button>
      )}
      {fixedPricePkr !== null && !isOpen ? (
        <ActionButton
          label={
            hasRule ? `By the rule again: ${formatRupees(variant.ruled.pricePkr)}` : "Leave its price to me"
          }
          variant="plain"
          size="slim"
          intent="clear_price"
          fields={{ variantId: id }}
        />
      ) : null}
    </InlineStack>
  );
}

function PriceField({ variant, onDone }: Pick<FixedPriceProps, "variant"> & { readonly onDone: () => void }) {
  const { id, title, fixedPricePkr, pricePkr, minResalePkr, breakEvenPkr } = variant;
  const [price, setPrice] = useState(String(fixedPricePkr ?? pricePkr));
  const fetcher = useFetcher<ActionAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useDoneToast(fetcher.data);
  const form = useInvalidFocus<HTMLFormElement>(answer?.ok === false && answer);
  useUnsaved(price !== String(fixedPricePkr ?? pricePkr) && fetcher.state === "idle");
  useEffect(() => {
    if (answer?.ok) onDone();
  }, [answer, onDone]);
  const save = () =>
    fetcher.submit({ intent: "fix_price", variantId: id, price: price.trim() }, { method: "post" });
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <BlockStack gap="200">
        <TextField
          label={`Price of ${title || "this product"}`}
          prefix="Rs"
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          value={price}
          onChange={setPrice}
          helpText={`The supplier allows no price below ${formatRupees(minResalePkr)}. Below ${formatRupees(breakEvenPkr)} it loses money when delivered free of charge.`}
          error={answer && !answer.ok ? (answer.errors?.pricePkr ?? answer.reason) : undefined}
          autoComplete="off"
        />
        <InlineStack gap="200">
          <Button submit variant="primary" loading={fetcher.state !== "idle"}>
            Fix it
          </Button>
          <Button onClick={onDone}>Not now</Button>
        </InlineStack>
      </BlockStack>
    </form>
  );
}
