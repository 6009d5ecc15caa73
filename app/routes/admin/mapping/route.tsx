import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useRevalidator, useSearchParams } from "@remix-run/react";
import { BlockStack, Button, Card } from "@shopify/polaris";
import { z } from "zod";
import { addSkus } from "#app/domain/catalog/mapping/add-skus.server.ts";
import { listMappings } from "#app/domain/catalog/mapping/list-mappings.server.ts";
import { listOrphans } from "#app/domain/catalog/mapping/list-orphans.server.ts";
import { retryMapping } from "#app/domain/catalog/mapping/retry-mapping.server.ts";
import { takeOffLocation } from "#app/domain/catalog/mapping/take-off-location.server.ts";
import { unmapVariants } from "#app/domain/catalog/mapping/unmap-variants.server.ts";
import { runSweepNow } from "#app/domain/sweeps/bring-forward.server.ts";
import { toMappingId, toVariantGid } from "#app/platform/ids.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ListFilters } from "#app/ui/list-filters.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { usePollingWhile } from "#app/ui/use-polling-while.ts";
import { parseForm } from "../parse-form.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { CsvCard } from "./csv-card.tsx";
import { MappingRow } from "./mapping-row.tsx";
import { OrphansCard } from "./orphans-card.tsx";
import { PickProduct } from "./pick-product.tsx";

const query = z.object({
  cursor: z.uuid().nullable().catch(null),
  search: z.string().trim().max(100).catch(""),
});

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const params = new URL(args.request.url).searchParams;
  const filter = query.parse({ cursor: params.get("cursor"), search: params.get("search") ?? "" });
  const [page, orphans] = await Promise.all([listMappings(ctx, filter), listOrphans(ctx)]);
  return {
    ...page,
    ...{ orphans, search: filter.search, isConnected: ctx.connection !== null, asOf: ctx.clock.now() },
  };
}

/** As many as a product can have in Shopify. */
const MOST_VARIANTS = 2048;
const gid = z
  .string()
  .regex(/^gid:\/\/shopify\/ProductVariant\/\d+$/)
  .transform(toVariantGid);
const mappingId = z.uuid().transform(toMappingId);
const form = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("unmap"),
    variants: z
      .string()
      .transform((text) => text.split(" "))
      .pipe(z.array(gid).max(MOST_VARIANTS)),
  }),
  z.object({ intent: z.literal("take_off"), variant: gid }),
  z.object({ intent: z.literal("retry"), mappingId }),
  z.object({ intent: z.literal("add_skus"), mappingId }),
  z.object({ intent: z.literal("look") }),
]);

export async function action(args: ActionFunctionArgs): Promise<ActionAnswer> {
  const { ctx, by } = await requireShop(args);
  const asked = await parseForm(args.request, form);
  switch (asked.intent) {
    case "unmap": {
      const { kind } = await unmapVariants(ctx, { variantGids: asked.variants, by });
      return kind === "unmapped" ? { ok: true, done: "Unmapped" } : GONE;
    }
    case "take_off":
      return TAKEN_OFF[(await takeOffLocation(ctx, { variantGid: asked.variant, by })).kind];
    case "retry":
      return (await retryMapping(ctx, asked.mappingId)) ? { ok: true, done: "Trying again" } : GONE;
    case "add_skus":
      return (await addSkus(ctx, { mappingId: asked.mappingId, by }))
        ? { ok: true, done: "SKUs added" }
        : GONE;
    case "look":
      await runSweepNow(ctx, { kind: "orphans", mode: "" });
      return { ok: true, done: "Looking. What is found appears here." };
  }
}

const GONE: ActionAnswer = { ok: false, gone: true, reason: "This is not mapped any more." };

const TAKEN_OFF: Readonly<Record<Awaited<ReturnType<typeof takeOffLocation>>["kind"], ActionAnswer>> = {
  taken_off: { ok: true, done: "Taken off Karwan's location" },
  only_emptied: {
    ok: false,
    reason: "Its quantity at Karwan's location is 0 now, so nobody can buy it from there.",
    detail:
      "Shopify keeps it there while orders wait for it, or while it is stocked nowhere else. Stock it at another location, then take it off.",
  },
  mapped: { ok: false, gone: true, reason: "It is mapped now, and stays." },
  gone: { ok: true, done: "It is not in your store any more" },
};

const EMPTY = {
  title: "No product of yours is mapped yet",
  text: "If you sell some of the supplier's goods already, map them: orders, stock and tracking then work as for imported products. Your price, title and images stay as they are.",
};

export default function Mapping() {
  const { mappings, next, orphans, search, asOf, isConnected } = useLoaderData<typeof loader>();
  const [params, setParams] = useSearchParams();
  const { revalidate } = useRevalidator();
  usePollingWhile(mappings.some(({ state }) => state === "working"));
  const isEmpty = mappings.length === 0 && search === "" && !params.has("cursor");
  return (
    <PageFrame title="Mapping" asOf={asOf} backAction={{ content: "Listings", url: "/listings" }}>
      <PickProduct isConnected={isConnected} />
      <OrphansCard orphans={orphans} />
      {isEmpty ? (
        <EmptyCard {...EMPTY} />
      ) : (
        <Card padding="0">
          <ListFilters
            search={search}
            placeholder="Search your mapped products"
            searchOn="typing"
            onSearch={(text) => setParams(text === "" ? {} : { search: text }, { replace: true })}
            filters={[]}
            onChange={() => undefined}
          />
          <ul className="k-rows">
            {mappings.map((mapping) => (
              <li key={mapping.id ?? mapping.variants[0]?.variantGid}>
                <MappingRow mapping={mapping} />
              </li>
            ))}
          </ul>
          {mappings.length === 0 ? <div className="k-card-head">No mapped product has this name.</div> : null}
        </Card>
      )}
      {next ? (
        <BlockStack inlineAlign="center">
          <Button onClick={() => setParams({ ...(search && { search }), cursor: next })}>More</Button>
        </BlockStack>
      ) : null}
      <CsvCard onApplied={revalidate} />
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
