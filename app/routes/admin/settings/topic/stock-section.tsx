import { useFetcher } from "@remix-run/react";
import { BlockStack, Card, ChoiceList, TextField } from "@shopify/polaris";
import type { StockSettings } from "#app/domain/inventory/save-stock-settings.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { FormSaveBar } from "#app/ui/form-save-bar.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { useEdited } from "#app/ui/use-edited.ts";

const WHEN_OUT = [
  {
    value: "quantity",
    label: "Show 0 and leave the product up",
    helpText: "Customers see it as sold out. It sells again as soon as there is stock.",
  },
  {
    value: "draft",
    label: "Take the product off the store when none of its variants is left",
    helpText:
      "It becomes a draft, and is active again with stock. Products you made a draft yourself stay so.",
  },
  {
    value: "nothing",
    label: "Go on selling",
    helpText: "The last quantity stays. Orders then wait until the supplier has stock again.",
  },
];

const WHEN_EDITED = [
  {
    value: "put_right",
    label: "Put it back to what the supplier has",
    helpText: "Found within six hours, or when the supplier's stock changes.",
  },
  {
    value: "leave",
    label: "Leave it where it is lower",
    helpText: "It sells down from there. More than the supplier has is never shown.",
  },
];

/** How many of each product customers see. */
export function StockSection({ settings }: { settings: StockSettings }) {
  const { value, edits, change, isDirty, discard } = useEdited(settings);
  const fetcher = useFetcher<ActionAnswer>();
  const isBusy = fetcher.state !== "idle";
  const answer = isBusy ? undefined : fetcher.data;
  useDoneToast(fetcher.data);
  const save = () => fetcher.submit(toFields(edits), { method: "post" });
  return (
    <>
      <FormSaveBar isDirty={isDirty} isBusy={isBusy} onSave={save} onDiscard={discard} />
      <Card>
        <BlockStack gap="400">
          {answer && !answer.ok ? <Refusal answer={answer} /> : null}
          <TextField
            label="Keep back of each variant"
            type="number"
            min={0}
            max={1000}
            suffix="units"
            value={String(value.stockBuffer)}
            onChange={(text) => change({ stockBuffer: Number(text) })}
            autoComplete="off"
            helpText="With 2, a variant the supplier has 2 of is shown as sold out."
          />
          <ChoiceList
            title="When nothing is left"
            choices={WHEN_OUT}
            selected={[value.whenOutOfStock]}
            onChange={([chosen]) => change({ whenOutOfStock: toWhenOut(chosen) })}
          />
          <ChoiceList
            title="When somebody changes a quantity by hand in Shopify"
            choices={WHEN_EDITED}
            selected={[value.whenStockEdited]}
            onChange={([chosen]) => change({ whenStockEdited: chosen === "leave" ? "leave" : "put_right" })}
          />
        </BlockStack>
      </Card>
    </>
  );
}

/** Only what was changed: a page that stood open while somebody else saved flips nothing back. */
function toFields({ stockBuffer, ...choices }: Partial<StockSettings>): Record<string, string> {
  const fields = { intent: "save_stock", ...choices };
  return stockBuffer === undefined ? fields : { ...fields, stockBuffer: String(stockBuffer || 0) };
}

function toWhenOut(chosen: string | undefined): StockSettings["whenOutOfStock"] {
  return chosen === "draft" || chosen === "nothing" ? chosen : "quantity";
}
