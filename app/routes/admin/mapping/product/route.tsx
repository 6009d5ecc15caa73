import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { BlockStack, Card, Checkbox, Text } from "@shopify/polaris";
import { useState } from "react";
import { z } from "zod";
import { MOST_PARTS } from "#app/domain/catalog/mapping/mapping-part.ts";
import { openMapping } from "#app/domain/catalog/mapping/open-mapping.server.ts";
import { type SaveMappingResult, saveMapping } from "#app/domain/catalog/mapping/save-mapping.server.ts";
import { toSupplierProductId, toSupplierVariantId, toVariantGid } from "#app/platform/ids.ts";
import { jsonText } from "#app/platform/json-text.ts";
import { findProductGid } from "#app/routes/admin/mapping/product-path.ts";
import { notFound } from "#app/routes/admin/not-found.ts";
import { parseForm } from "#app/routes/admin/parse-form.server.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import { WITHOUT_NUL } from "#app/routes/admin/without-nul.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { useUnsaved } from "#app/ui/unsaved.ts";
import { usePollingWhile } from "#app/ui/use-polling-while.ts";
import { ChooseGoods } from "./choose-goods.tsx";
import { type Choice, toChoice, VariantCard } from "./variant-card.tsx";
import { WhatHappens } from "./what-happens.tsx";

const MOST_GOODS = 8;
const goodsId = z.string().min(1).max(100).regex(WITHOUT_NUL);
const productId = goodsId.transform(toSupplierProductId);
const variantId = goodsId.transform(toSupplierVariantId);
const variantGid = z.string().transform(toVariantGid);

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const productGid = findProductGid(args.params.product);
  if (productGid === null) throw notFound();
  const params = new URL(args.request.url).searchParams.getAll("goods").slice(0, MOST_GOODS);
  const goods = params.flatMap((id) => productId.safeParse(id).data ?? []);
  const opened = await openMapping(ctx, { productGid, goods });
  if (opened.kind === "not_found") throw notFound();
  return opened;
}

const parts = z
  .array(z.object({ supplierProductId: productId, supplierVariantId: variantId, quantity: z.number() }))
  .max(MOST_PARTS);
const form = z.object({
  intent: z.literal("save"),
  writeCost: z.enum(["yes", "no"]),
  variants: jsonText(5_000_000).pipe(z.array(z.object({ variantGid, parts })).max(250)),
});

export async function action(args: ActionFunctionArgs): Promise<ActionAnswer> {
  const { ctx, by } = await requireShop(args);
  const productGid = findProductGid(args.params.product);
  if (productGid === null) throw notFound();
  const { variants, writeCost } = await parseForm(args.request, form);
  const saved = await saveMapping(ctx, { productGid, variants, writeCost: writeCost === "yes", by });
  return saved.kind === "saved" ? { ok: true, done: "Mapped" } : toRefusal(saved);
}

/** What is wrong with the product stands by the button, what is wrong with a variant beside it. */
function toRefusal({ refusals }: Extract<SaveMappingResult, { kind: "refused" }>): ActionAnswer {
  const whole = refusals.find(({ variantGid }) => variantGid === null);
  const errors = Object.fromEntries(
    refusals.flatMap(({ variantGid, reason }) => (variantGid === null ? [] : [[variantGid, reason]])),
  );
  return { ok: false, reason: whole?.reason ?? "Nothing was saved: see the variants marked below.", errors };
}

export default function MappedProduct() {
  const opened = useLoaderData<typeof loader>();
  const back = { content: "Mapping", url: "/mapping" };
  if (opened.kind === "product") return <Editor key={opened.productGid} opened={opened} />;
  return (
    <PageFrame title="Map a product" backAction={back}>
      {opened.kind === "imported" ? (
        <EmptyCard
          title="Karwan added this product"
          text="It came from the supplier's catalog, so its variants are linked already. To map it by hand, unlink it under Listings first."
          step={{ label: "See Listings", url: "/listings" }}
        />
      ) : (
        <EmptyCard
          title="The supplier is not connected"
          text="What your product is, only the supplier's catalog can say."
          step={{ label: "Open Settings", url: "/settings/connection" }}
        />
      )}
    </PageFrame>
  );
}

type OpenedMapping = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { kind: "product" }>;

function chosenOf({ variants }: OpenedMapping): Readonly<Record<string, Choice>> {
  return Object.fromEntries(variants.map(({ variantGid, parts }) => [variantGid, toChoice(parts)]));
}

function Editor({ opened }: { opened: OpenedMapping }) {
  const { title, variants, goods, state } = opened;
  const [choices, setChoices] = useState(() => chosenOf(opened));
  const [writeCost, setWriteCost] = useState(opened.writeCost);
  const fetcher = useFetcher<ActionAnswer>();
  useDoneToast(fetcher.data);
  usePollingWhile(state === "working");
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const savedText = JSON.stringify([chosenOf(opened), opened.writeCost]);
  useUnsaved(JSON.stringify([choices, writeCost]) !== savedText && fetcher.state === "idle");
  const set = (variantGid: string, choice: Choice) => setChoices((all) => ({ ...all, [variantGid]: choice }));
  const chosen = variants.filter(({ variantGid }) => (choices[variantGid]?.length ?? 0) > 0);
  const save = () =>
    fetcher.submit(
      {
        ...{ intent: "save", writeCost: writeCost ? "yes" : "no" },
        variants: JSON.stringify(
          chosen.map(({ variantGid }) => ({ variantGid, parts: choices[variantGid] ?? [] })),
        ),
      },
      { method: "post" },
    );
  const primaryAction = {
    ...{ content: "Save mapping", onAction: save, loading: fetcher.state !== "idle" },
    disabled: chosen.length === 0,
  };
  return (
    <PageFrame
      title={title}
      subtitle={state === "working" ? "Being mapped: stock and ids follow" : "What it is at the supplier"}
      backAction={{ content: "Mapping", url: "/mapping" }}
      primaryAction={primaryAction}
    >
      {answer && !answer.ok ? <Refusal answer={answer} /> : null}
      <ChooseGoods opened={opened} choices={choices} onUse={setChoices} />
      {variants.map((variant) => (
        <VariantCard
          key={variant.variantGid}
          variant={variant}
          goods={goods}
          choice={choices[variant.variantGid] ?? []}
          error={answer && !answer.ok ? answer.errors?.[variant.variantGid] : undefined}
          onChange={(choice) => set(variant.variantGid, choice)}
        />
      ))}
      <Card>
        <BlockStack gap="300">
          <WhatHappens isTracked={variants.every(({ isTracked }) => isTracked)} />
          <Checkbox
            label="Write what it costs me at the supplier as the cost per item"
            helpText="Shopify's profit reports use it. Nothing else of your product is written."
            checked={writeCost}
            onChange={setWriteCost}
          />
          {chosen.length === 0 ? (
            <Text as="p" tone="subdued">
              Choose what at least one variant is, then save.
            </Text>
          ) : null}
        </BlockStack>
      </Card>
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
