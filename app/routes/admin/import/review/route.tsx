import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { z } from "zod";
import { choicesOfProductsSchema } from "#app/domain/catalog/import/listing-choices.ts";
import { type ProductSelection, reviewImport } from "#app/domain/catalog/import/review-import.server.ts";
import { startReviewed } from "#app/domain/catalog/import/start-reviewed.server.ts";
import { bulkPriceSchema } from "#app/domain/catalog/pricing/bulk-price.ts";
import { describeImportFailure } from "#app/domain/messages/failures/import-failure.ts";
import { toSupplierProductId } from "#app/platform/ids.ts";
import { jsonText } from "#app/platform/json-text.ts";
import { notFound } from "#app/routes/admin/not-found.ts";
import { parseForm } from "#app/routes/admin/parse-form.server.ts";
import { readCatalogFilter } from "#app/routes/admin/products/catalog-query.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import { productsInWords } from "#app/routes/admin/runs/import-words.ts";
import { WITHOUT_NUL } from "#app/routes/admin/without-nul.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { runUrl } from "#app/ui/run-url.ts";
import { TermsNote } from "#app/ui/terms-note.tsx";
import { useUnsaved } from "#app/ui/unsaved.ts";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { CommonChoicesCard, toStatus } from "./common-choices.tsx";
import { PriceMany } from "./price-many.tsx";
import { ReviewRow } from "./review-row.tsx";
import { ReviewSpots } from "./review-spots.tsx";
import { type PriceSentences, type ReviewAnswer, toReviewAnswer } from "./to-review-answer.server.ts";
import { type ShownReview, useReview } from "./use-review.ts";

const from = z.coerce.number().int().min(0).max(10_000).catch(0);
const productId = z.string().min(1).max(200).regex(WITHOUT_NUL).transform(toSupplierProductId);
const form = z.object({
  intent: z.literal("import"),
  address: z.string().max(20_000),
  choices: jsonText(5_000_000).pipe(choicesOfProductsSchema),
  /** Products of the address that are not imported. */
  removed: jsonText(500_000).prefault("[]").pipe(z.array(productId)),
  bulkPrice: jsonText(200).prefault("null").pipe(bulkPriceSchema.nullable()),
  vendor: z.enum(["shop", "brand"]).default("shop"),
  status: z.enum(["ACTIVE", "DRAFT"]),
  collections: z
    .string()
    .max(8000)
    .transform((text) => text.split(",").filter((gid) => gid !== "")),
});

/** `?products=a,b,c`, or `?all=1` with the filter of the catalog. */
function readChosen(params: URLSearchParams): ProductSelection | null {
  if (params.get("all") === "1") return { kind: "filter", filter: readCatalogFilter(params) };
  const listed = (params.get("products") ?? "").split(",");
  const ids = [...new Set(listed.flatMap((id) => productId.safeParse(id).data ?? []))];
  return ids.length === 0 ? null : { kind: "products", ids };
}

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const params = new URL(args.request.url).searchParams;
  const chosen = readChosen(params);
  if (chosen === null) throw notFound();
  return reviewImport(ctx, { chosen, from: from.parse(params.get("from") ?? 0) });
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const { address, choices, removed, ...asked } = await parseForm(args.request, form);
  const chosen = readChosen(new URLSearchParams(address));
  if (chosen === null) throw notFound();
  const common = {
    ...{ status: asked.status, vendor: asked.vendor, bulkPrice: asked.bulkPrice ?? undefined },
    ...(asked.collections.length > 0 ? { collections: asked.collections } : {}),
  };
  const outcome = await startReviewed(ctx, { chosen, removed, choices, common, by });
  if (outcome.kind === "started") throw redirect(runUrl("imports", outcome.runId));
  return toReviewAnswer(outcome);
}

export default function ImportReview() {
  const review = useLoaderData<typeof loader>();
  if (review.kind !== "review") return <NotReady kind={review.kind} />;
  return <ReviewPage review={review} />;
}

const NOT_READY = {
  not_connected: {
    title: "Connect the supplier first",
    text: "Products can be imported once your key is connected.",
    step: { label: "Connect", url: "/settings/connection" },
  },
  not_set_up: {
    title: "Finish the set-up first",
    text: "Your store needs the supplier's location before products can be added.",
    step: { label: "Finish the set-up", url: "/" },
  },
  currency_not_pkr: {
    title: describeImportFailure("currency_not_pkr").title,
    text: describeImportFailure("currency_not_pkr").whatToDo,
  },
} as const;

function NotReady({ kind }: { kind: keyof typeof NOT_READY }) {
  return (
    <PageFrame title="Import" backAction={{ content: "Catalog", url: "/products" }}>
      <EmptyCard {...NOT_READY[kind]} />
    </PageFrame>
  );
}

function ReviewPage({ review }: { review: ShownReview }) {
  const reviewed = useReview(review);
  const { choices, removed, common, spots } = reviewed;
  const { params } = useListUrl("from");
  const fetcher = useFetcher<ReviewAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useUnsaved(reviewed.isChanged && fetcher.state === "idle");
  const total = review.total - review.inStore - removed.length;
  const start = () =>
    fetcher.submit(
      {
        ...{ intent: "import", address: params.toString(), choices: JSON.stringify(choices) },
        ...{ removed: JSON.stringify(removed), bulkPrice: JSON.stringify(common.bulkPrice) },
        ...{ status: toStatus(common, review.isDeliverable), collections: common.collections.join(",") },
        vendor: common.vendor,
      },
      { method: "post" },
    );
  return (
    <PageFrame
      wide
      title={total === 0 ? "Nothing to import" : `Import ${productsInWords(total)}`}
      backAction={{ content: "Catalog", url: "/products" }}
      primaryAction={{
        content: "Import",
        disabled: spots.tooLow.length > 0 || total === 0,
        loading: fetcher.state !== "idle",
        onAction: start,
      }}
    >
      {answer && !answer.ok ? <Refusal answer={answer} /> : null}
      <ReviewSpots {...spots} onShow={reviewed.show} />
      <CommonChoicesCard review={review} common={common} onChange={reviewed.setCommon}>
        <PriceMany
          {...{ total, bulkPrice: common.bulkPrice, isPriced: reviewed.isPriced }}
          chosen={reviewed.ticked.length}
          onSet={reviewed.priceMany}
          onReset={reviewed.priceByRule}
        />
        <TermsNote terms={review.terms} />
      </CommonChoicesCard>
      {review.unread > 0 ? (
        <Text as="p" tone="subdued">
          {productsInWords(review.unread)} could not be shown now. What the supplier still offers is imported
          as planned.
        </Text>
      ) : null}
      <ReviewRows {...{ review, reviewed }} problems={answer && !answer.ok ? (answer.problems ?? {}) : {}} />
      <ReviewPages review={review} />
    </PageFrame>
  );
}

type ReviewRowsProps = {
  readonly review: ShownReview;
  readonly reviewed: ReturnType<typeof useReview>;
  readonly problems: PriceSentences;
};

function ReviewRows({ review, reviewed, problems }: ReviewRowsProps) {
  const { choices, removed, ticked } = reviewed;
  return (
    <Card padding="0">
      <ul className="k-rows">
        {review.products.map((product) => (
          <li key={product.id}>
            <ReviewRow
              {...{ product, reckoning: reviewed.reckoning }}
              choices={choices[product.id] ?? {}}
              isTicked={ticked.includes(product.id)}
              isRemoved={removed.includes(product.id)}
              problems={problems[product.id] ?? {}}
              onChange={(own) => reviewed.change(product.id, own)}
              onTick={(isOn) => reviewed.tick(product.id, isOn)}
              onRemove={(isRemoved) => reviewed.setRemoved(product.id, isRemoved)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ReviewPages({ review: { products, next, from, total } }: { review: ShownReview }) {
  const { goNext, goBack, isFirst } = useListUrl("from");
  if (next === null && isFirst) return null;
  return (
    <BlockStack gap="200" inlineAlign="center">
      <Text as="p" tone="subdued" alignment="center">
        {from + 1} to {from + products.length} of {total}. You need not look at all: those you leave alone are
        imported as they are.
      </Text>
      <InlineStack gap="200">
        {isFirst ? null : <Button onClick={goBack}>Back</Button>}
        {next === null ? null : <Button onClick={() => goNext(String(next))}>Next products</Button>}
      </InlineStack>
    </BlockStack>
  );
}

export const ErrorBoundary = RouteError;
