import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BlockStack, Card, Text } from "@shopify/polaris";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { getShadowPage } from "#app/domain/orders/shadow/list-shadow-decisions.server.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import { Day } from "#app/ui/day.tsx";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { FigureTile } from "#app/ui/figure-tile.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { EndShadowMode, StartShadowMode } from "#app/ui/shadow-buttons.tsx";
import { useCsvExport } from "#app/ui/use-csv-export.tsx";
import { ShadowList } from "./shadow-list.tsx";
import { readShadowQuery } from "./shadow-query.server.ts";
import type { ShownShadow } from "./shown-shadow.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const query = readShadowQuery(new URL(args.request.url).searchParams);
  const { verdict, outcome } = query;
  return { ...(await getShadowPage(ctx, query)), verdict, outcome };
}

/** What would have happened to each order, beside what the merchant did. */
export default function ShadowModePage() {
  const page = useLoaderData<typeof loader>();
  const { action: saveCsv, refusal } = useCsvExport({ path: "/orders/shadow/export", name: "shadow-mode" });
  return (
    <PageFrame
      title="Shadow mode"
      backAction={{ content: "Orders", url: "/orders" }}
      secondaryActions={page.since === null ? [] : [saveCsv]}
      asOf={page.asOf}
    >
      {refusal}
      <StateCard page={page} />
      {page.since === null ? (
        <EmptyCard
          title="Nothing was tried yet"
          text="While shadow mode is on, every new order is decided and none is placed by itself. What would have happened appears here."
        />
      ) : (
        <>
          <Sums sums={page.sums} />
          <ShadowList page={page} />
        </>
      )}
    </PageFrame>
  );
}

function StateCard({ page }: { readonly page: ShownShadow }) {
  const { since, until, switches } = page;
  const isOn = since !== null && until === null;
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        <Text as="h2" variant="headingMd">
          {isOn ? (
            <>
              On since <Day at={since} />: nothing is placed by itself
            </>
          ) : (
            <StandingWords since={since} until={until} />
          )}
        </Text>
        <Text as="p" tone="subdued">
          What you place yourself, here or by requesting fulfillment in Shopify, goes to the supplier as ever.
          Orders of these days are never placed by themselves afterwards.
        </Text>
        {isOn ? <EndShadowMode switches={switches} /> : <StartShadowMode />}
      </BlockStack>
    </Card>
  );
}

function StandingWords({ since, until }: Pick<ShownShadow, "since" | "until">) {
  if (since === null || until === null) return <>Off</>;
  return (
    <>
      Off. It was on from <Day at={since} /> to <Day at={until} />
    </>
  );
}

function Sums({ sums }: { readonly sums: ShownShadow["sums"] }) {
  const { would, marginPkr, same, ended } = sums;
  return (
    <BlockStack gap="200">
      <ul className="k-figures">
        <FigureTile
          label="Would have been placed"
          figure={{ words: would.place.toLocaleString("en-US") }}
          hint={`about ${formatRupees(marginPkr)} if all are delivered`}
        />
        <FigureTile label="Would have been held" figure={{ words: would.hold.toLocaleString("en-US") }} />
        <FigureTile label="Would have waited" figure={{ words: would.wait.toLocaleString("en-US") }} />
      </ul>
      <div className="k-page-intro">
        <Text as="p">
          {ended === 0
            ? "You have not sent or cancelled any of them yet."
            : `You did the same for ${same.toLocaleString("en-US")} of the ${ended.toLocaleString("en-US")} you sent or cancelled.`}
        </Text>
      </div>
    </BlockStack>
  );
}

export const ErrorBoundary = RouteError;
