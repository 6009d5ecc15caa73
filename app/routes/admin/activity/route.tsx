import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { BlockStack, Button, Card } from "@shopify/polaris";
import { z } from "zod";
import { listActivity } from "#app/domain/timeline/list-activity.server.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { TimelineList } from "#app/ui/timeline-list.tsx";
import { requireShop } from "../require-shop.server.ts";

const query = z.object({
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .transform(BigInt)
    .nullable()
    .catch(null),
});

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const { searchParams } = new URL(args.request.url);
  return listActivity(ctx, query.parse({ before: searchParams.get("before") }));
}

const EMPTY = {
  title: "Nothing has happened yet",
  text: "What happens, and who did it, appears here line by line.",
};

export default function Activity() {
  const { lines, next, asOf } = useLoaderData<typeof loader>();
  const [, setParams] = useSearchParams();
  return (
    <PageFrame title="Activity" asOf={asOf}>
      {lines.length === 0 ? (
        <EmptyCard {...EMPTY} />
      ) : (
        <Card>
          <TimelineList lines={lines} />
        </Card>
      )}
      {next ? (
        <BlockStack inlineAlign="center">
          <Button onClick={() => setParams({ before: next })}>Earlier</Button>
        </BlockStack>
      ) : null}
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
