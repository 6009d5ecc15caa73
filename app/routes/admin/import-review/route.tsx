import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  type SerializeFrom,
} from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import { z } from "zod";
import {
  type ChoicesOfProducts,
  choicesOfProductsSchema,
} from "#app/domain/catalog/import/listing-choices.ts";
import { type Chosen, listChosen, reviewImport } from "#app/domain/catalog/import/review-import.server.ts";
import { startImport } from "#app/domain/catalog/import/start-import.server.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { useUnsaved } from "#app/ui/unsaved.ts";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { productsInWords } from "../import-run/import-words.ts";
import { notFound } from "../not-found.ts";
import { parseForm } from "../parse-form.server.ts";
import { readCatalogFilter } from "../products/catalog-query.ts";
import { requireShop } from "../require-shop.server.ts";
import { WITHOUT_NUL } from "../without-nul.ts";
import { type CommonChoices, CommonChoicesCard, toStatus } from "./common-choices.tsx";
import { ReviewRow } from "./review-row.tsx";
import { countTooLow } from "./review-words.ts";
import { type ReviewAnswer, toReviewAnswer } from "./to-review-answer.server.ts";

const from = z.coerce.number().int().min(0).max(10_000).catch(0);
const json = (text: string, context: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message: "Not JSON" });
    return z.NEVER;
  }
};
const form = z.object({
  intent: z.literal("import"),
  address: z.string().max(20_000),
  choices: z.string().transform(json).pipe(choicesOfProductsSchema),
  status: z.enum(["ACTIVE", "DRAFT"]),
  collections: z
    .string()
    .max(8000)
    .transform((text) => text.split(",").filter((gid) => gid !== "")),
});

const productId = z.string().min(1).max(200).regex(WITHOUT_NUL);

/** `?products=a,b,c`, or `?all=1` with the filter of the catalog. */
function readChosen(params: URLSearchParams): Chosen | null {
  if (params.get("all") === "1") return { kind: "filter", filter: readCatalogFilter(params) };
  const listed = (params.get("products") ?? "").split(",");
  const ids = [...new Set(listed.filter((id) => productId.safeParse(id).success))];
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
  const { address, choices, status, collections } = await parseForm(args.request, form);
  const chosen = readChosen(new URLSearchParams(address));
  if (chosen === null) throw notFound();
  const mode = ctx.connection?.mode ?? "";
  const { ids } = await listChosen(ctx, mode, chosen);
  const common = { status, ...(collections.length > 0 ? { collections } : {}) };
  const outcome = await startImport(ctx, { supplierProductIds: ids, choices, common, by });
  if (outcome.kind === "started") throw redirect(`/imports/${outcome.runId}`);
  return toReviewAnswer(outcome);
}

export default function ImportReview() {
  const review = useLoaderData<typeof loader>();
  if (review.kind !== "review") return <NotReady kind={review.kind} />;
  return <ReviewPage review={review} />;
}

function NotReady({ kind }: { kind: "not_connected" | "not_set_up" }) {
  return (
    <PageFrame title="Import" backAction={{ content: "Catalog", url: "/products" }}>
      {kind === "not_connected" ? (
        <EmptyCard
          title="Connect the supplier first"
          text="Products can be imported once your key is connected."
          step={{ label: "Connect", url: "/settings/connection" }}
        />
      ) : (
        <EmptyCard
          title="Finish the set-up first"
          text="Your store needs the supplier's location before products can be added."
          step={{ label: "Finish the set-up", url: "/" }}
        />
      )}
    </PageFrame>
  );
}

type Shown = Extract<SerializeFrom<typeof loader>, { kind: "review" }>;

/** What is changed here stays while other pages of the review are looked at; nothing is kept before the import begins. */
function ReviewPage({ review }: { review: Shown }) {
  const [choices, setChoices] = useState<ChoicesOfProducts>({});
  const [common, setCommon] = useState<CommonChoices>({
    status: review.isDeliverable ? "ACTIVE" : "DRAFT",
    collections: [],
  });
  const { params, goNext, goBack, isFirst } = useListUrl("from");
  const fetcher = useFetcher<ReviewAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useUnsaved(Object.keys(choices).length > 0 && fetcher.state === "idle");
  const tooLow = countTooLow(review.products, choices);
  const start = () =>
    fetcher.submit(
      {
        ...{ intent: "import", address: params.toString(), choices: JSON.stringify(choices) },
        ...{ status: toStatus(common, review.isDeliverable), collections: common.collections.join(",") },
      },
      { method: "post" },
    );
  return (
    <PageFrame
      wide
      title={`Import ${productsInWords(review.total)}`}
      backAction={{ content: "Catalog", url: "/products" }}
      primaryAction={{
        content: "Import",
        disabled: tooLow > 0,
        loading: fetcher.state !== "idle",
        onAction: start,
      }}
    >
      {answer && !answer.ok ? <Refusal answer={answer} /> : null}
      <CommonChoicesCard review={review} common={common} onChange={setCommon} />
      {review.unread > 0 ? (
        <Text as="p" tone="subdued">
          {productsInWords(review.unread)} could not be shown now. What the supplier still offers is imported
          as planned.
        </Text>
      ) : null}
      <Card padding="0">
        <ul className="k-rows">
          {review.products.map((product) => (
            <li key={product.id}>
              <ReviewRow
                product={product}
                choices={choices[product.id] ?? {}}
                problems={answer && !answer.ok ? (answer.problems?.[product.id] ?? {}) : {}}
                onChange={(own) => setChoices({ ...choices, [product.id]: own })}
              />
            </li>
          ))}
        </ul>
      </Card>
      {review.next !== null || !isFirst ? (
        <BlockStack gap="200" inlineAlign="center">
          <Text as="p" tone="subdued" alignment="center">
            {review.from + 1} to {review.from + review.products.length} of {review.total}. You need not look
            at all: those you leave alone are imported as they are.
          </Text>
          <InlineStack gap="200">
            {isFirst ? null : <Button onClick={goBack}>Back</Button>}
            {review.next === null ? null : (
              <Button onClick={() => goNext(String(review.next))}>Next products</Button>
            )}
          </InlineStack>
        </BlockStack>
      ) : null}
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
