import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, InlineStack, Text, TextField } from "@shopify/polaris";
import { type FormEvent, useEffect, useState } from "react";
import { type FoundGoods, GoodsFacts } from "#app/routes/admin/mapping/goods-facts.tsx";
import type { loader } from "#app/routes/admin/supplier-variants.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { Money } from "#app/ui/money.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { useUnsaved } from "#app/ui/unsaved.ts";

/** Which of the supplier's products an item is: search, choose the product, choose its variant. */
export function LinkVariant({ onDone }: { onDone: () => void }) {
  const [search, setSearch] = useState("");
  const found = useFetcher<typeof loader>();
  useUnsaved(search !== "");
  const look = (event: FormEvent) => {
    event.preventDefault();
    found.load(`/supplier-variants?${new URLSearchParams({ search })}`);
  };
  return (
    <BlockStack gap="300">
      <form onSubmit={look}>
        <InlineStack gap="200" blockAlign="end">
          <TextField
            label="Search the supplier's catalog"
            value={search}
            onChange={setSearch}
            autoComplete="off"
          />
          <Button submit loading={found.state !== "idle"}>
            Search
          </Button>
          <Button onClick={onDone}>Close</Button>
        </InlineStack>
      </form>
      {found.data?.products ? <Products products={found.data.products} onLinked={onDone} /> : null}
    </BlockStack>
  );
}

const MOST = 8;

type ProductsProps = { readonly products: readonly FoundGoods[]; readonly onLinked: () => void };

function Products({ products, onLinked }: ProductsProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  if (products.length === 0) return <Text as="p">Nothing found. Try another word.</Text>;
  return (
    <BlockStack gap="200">
      {products.slice(0, MOST).map((goods) => {
        const { supplierProductId: id, title } = goods;
        return (
          <BlockStack key={id} gap="200">
            <div className="k-listing">
              <GoodsFacts goods={goods} />
              <Button
                disclosure={chosen === id ? "up" : "down"}
                accessibilityLabel={`Choose ${title}`}
                onClick={() => setChosen(chosen === id ? null : id)}
              >
                Choose
              </Button>
            </div>
            {chosen === id ? <Variants productId={id} onLinked={onLinked} /> : null}
          </BlockStack>
        );
      })}
    </BlockStack>
  );
}

type VariantsProps = { readonly productId: string; readonly onLinked: () => void };

function Variants({ productId, onLinked }: VariantsProps) {
  const found = useFetcher<typeof loader>();
  const link = useFetcher<ActionAnswer>();
  useDoneToast(link.data);
  const isLinked = link.data?.ok === true;
  useEffect(() => {
    if (isLinked) onLinked();
  }, [isLinked, onLinked]);
  const { load } = found;
  useEffect(
    () => load(`/supplier-variants?${new URLSearchParams({ product: productId })}`),
    [load, productId],
  );
  const answer = link.state === "idle" ? link.data : undefined;
  const choose = (supplierVariantId: string) =>
    link.submit(
      { intent: "link_variant", supplierProductId: productId, supplierVariantId },
      { method: "post" },
    );
  const variants = found.data?.variants;
  if (variants === undefined) return <Text as="p">Looking…</Text>;
  if (variants === null) return <Text as="p">The supplier no longer sells this.</Text>;
  return (
    <BlockStack gap="100">
      {variants.map(({ supplierVariantId, title, stock, wholesalePkr, minResalePkr }) => (
        <InlineStack key={supplierVariantId} gap="200" blockAlign="center">
          <Button
            variant="primary"
            disabled={link.state !== "idle"}
            onClick={() => choose(supplierVariantId)}
            accessibilityLabel={`Link ${title}`}
          >
            Link
          </Button>
          <Text as="span">
            {title} · {stock} in stock · costs <Money amount={wholesalePkr} />, lowest price{" "}
            <Money amount={minResalePkr} />
          </Text>
        </InlineStack>
      ))}
      {answer && !answer.ok ? <Refusal answer={answer} /> : null}
    </BlockStack>
  );
}
