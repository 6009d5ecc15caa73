import type { SerializeFrom } from "@remix-run/node";
import { useFetcher, useSearchParams } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Text, TextField } from "@shopify/polaris";
import { type FormEvent, useState } from "react";
import type { OpenMapping } from "#app/domain/catalog/mapping/open-mapping.server.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import { GoodsFacts } from "#app/routes/admin/mapping/goods-facts.tsx";
import type { loader } from "#app/routes/admin/supplier-variants.ts";
import type { Choice } from "./variant-card.tsx";

type OpenedMapping = Extract<SerializeFrom<OpenMapping>, { kind: "product" }>;
type Choices = Readonly<Record<string, Choice>>;

type ChooseGoodsProps = {
  readonly opened: OpenedMapping;
  readonly choices: Choices;
  readonly onUse: (choices: Choices) => void;
};

const MOST_SHOWN = 8;

/** Which of the supplier's products it is made of, and what of it fits by itself. */
export function ChooseGoods({ opened, choices, onUse }: ChooseGoodsProps) {
  const { title, goods, variants } = opened;
  const products = new Map(
    goods.map(({ supplierProductId, productTitle }) => [supplierProductId, productTitle]),
  );
  const open = variants.filter(
    ({ variantGid, suggestion }) => suggestion !== null && (choices[variantGid]?.length ?? 0) === 0,
  );
  const useAll = () =>
    onUse({ ...choices, ...Object.fromEntries(open.flatMap((each) => toUsed(each, goods))) });
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Which of the supplier's products?
        </Text>
        {products.size > 0 ? (
          <Text as="p">
            Chosen: <bdi>{[...products.values()].join(", ")}</bdi>. For a bundle, choose more of the same
            supplier store.
          </Text>
        ) : null}
        <SearchSupplier begin={title} />
        {open.length > 0 ? (
          <InlineStack gap="200" blockAlign="center">
            <Button onClick={useAll}>
              {open.length === 1
                ? "Use the suggestion"
                : `Use all ${countOf(open.length, "suggestion", "suggestions")}`}
            </Button>
            <Text as="span" tone="subdued">
              Nothing is saved until you press Save mapping.
            </Text>
          </InlineStack>
        ) : null}
      </BlockStack>
    </Card>
  );
}

function toUsed(
  { variantGid, suggestion }: OpenedMapping["variants"][number],
  goods: OpenedMapping["goods"],
): [string, Choice][] {
  const found = goods.find(({ supplierVariantId }) => supplierVariantId === suggestion?.supplierVariantId);
  if (!found) return [];
  const { supplierProductId, supplierVariantId } = found;
  return [[variantGid, [{ supplierProductId, supplierVariantId, quantity: 1 }]]];
}

function SearchSupplier({ begin }: { begin: string }) {
  const [search, setSearch] = useState(begin);
  const [params, setParams] = useSearchParams();
  const found = useFetcher<typeof loader>();
  const look = (event: FormEvent) => {
    event.preventDefault();
    found.load(`/supplier-variants?${new URLSearchParams({ search })}`);
  };
  const choose = (supplierProductId: string) => {
    const next = new URLSearchParams(params);
    if (!next.getAll("goods").includes(supplierProductId)) next.append("goods", supplierProductId);
    setParams(next, { replace: true, preventScrollReset: true });
  };
  const products = found.data?.products;
  return (
    <BlockStack gap="200">
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
        </InlineStack>
      </form>
      {products?.length === 0 ? <Text as="p">Nothing found. Try another word.</Text> : null}
      {products && products.length > 0 ? (
        <ul className="k-rows">
          {products.slice(0, MOST_SHOWN).map((goods) => (
            <li key={goods.supplierProductId}>
              <div className="k-listing">
                <GoodsFacts goods={goods} />
                <Button
                  onClick={() => choose(goods.supplierProductId)}
                  accessibilityLabel={`Choose ${goods.title}`}
                >
                  Choose
                </Button>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
    </BlockStack>
  );
}
