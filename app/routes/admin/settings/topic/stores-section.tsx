import { useFetcher } from "@remix-run/react";
import { BlockStack, Card, TextField } from "@shopify/polaris";
import type { SupplierStoreOnPage } from "#app/domain/catalog/stores/supplier-stores.server.ts";
import { productsInWords } from "#app/routes/admin/runs/import-words.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { FormSaveBar } from "#app/ui/form-save-bar.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { useEdited } from "#app/ui/use-edited.ts";

/** The merchant's own names for the stores products ship from. */
export function StoresSection({ stores }: { stores: readonly SupplierStoreOnPage[] }) {
  const names = Object.fromEntries(stores.map(({ storeId, name }) => [storeId, name]));
  const { value, change, isDirty, discard } = useEdited(names);
  const fetcher = useFetcher<ActionAnswer>();
  const isBusy = fetcher.state !== "idle";
  const answer = isBusy ? undefined : fetcher.data;
  useDoneToast(fetcher.data);
  const save = () =>
    fetcher.submit({ intent: "name_stores", names: JSON.stringify(value) }, { method: "post" });
  if (stores.length === 0) {
    return (
      <EmptyCard
        title="No supplier store yet"
        text="The stores appear here once the supplier's catalog was read. Some suppliers name none."
      />
    );
  }
  return (
    <>
      <FormSaveBar isDirty={isDirty} isBusy={isBusy} onSave={save} onDiscard={discard} />
      <Card>
        <BlockStack gap="400">
          {answer && !answer.ok ? <Refusal answer={answer} /> : null}
          {stores.map((store) => (
            <TextField
              key={store.storeId}
              label={store.byNumber}
              placeholder={store.byNumber}
              value={value[store.storeId] ?? ""}
              onChange={(name) => change({ [store.storeId]: name })}
              maxLength={40}
              autoComplete="off"
              helpText={shipsWords(store)}
            />
          ))}
        </BlockStack>
      </Card>
    </>
  );
}

/** What a merchant may know the store by. */
function shipsWords({ products, example }: SupplierStoreOnPage): string {
  if (example === null) return "None of its products is in the catalog now.";
  return products === 1 ? `Ships ${example}.` : `Ships ${productsInWords(products)}, such as ${example}.`;
}
