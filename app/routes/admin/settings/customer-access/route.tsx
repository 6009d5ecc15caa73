import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { z } from "zod";
import { type AccessPage, listAccess } from "#app/domain/privacy/list-access.server.ts";
import { checkStaffRight } from "#app/domain/shops/staff.server.ts";
import { toOrderId } from "#app/platform/ids.ts";
import { findActingPerson } from "#app/routes/admin/refuse-unless-granted.server.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import { Earlier } from "#app/ui/earlier.tsx";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { AccessRow } from "./access-row.tsx";

const query = z.object({
  order: z.uuid().transform(toOrderId).nullable().catch(null),
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .transform(BigInt)
    .nullable()
    .catch(null),
});

/** The owner's alone, as the answers to customers' requests are. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireShop(args);
  const { ctx } = visit;
  const { searchParams } = new URL(args.request.url);
  const { order, before } = query.parse({
    order: searchParams.get("order"),
    before: searchParams.get("before"),
  });
  const judgement = await checkStaffRight(ctx, await findActingPerson(args, visit), null);
  if (judgement !== "allowed") return { kind: "owners_alone" } as const;
  return {
    kind: "shown",
    order,
    isFirst: before === null,
    ...(await listAccess(ctx, { orderId: order, before })),
  } as const;
}

const OWNERS_ALONE = {
  title: "This list is for the owner of the store",
  text: "It says who of the staff saw which customer. Ask the owner to look for you.",
};

const NOTHING_YET = {
  title: "Nobody has seen a customer yet",
  text: "Once somebody opens an order or a list that shows customers, it appears here with the time.",
};

const NOTHING_OF_ORDER = {
  title: "Nobody has seen this customer",
  text: "No page of the app has shown this order's customer to anybody within the last year.",
};

const NOTHING_EARLIER = {
  title: "Nothing earlier",
  text: "What was seen is kept for a year.",
};

export default function CustomerAccess() {
  const page = useLoaderData<typeof loader>();
  const back = { content: "Privacy", url: "/settings/privacy" };
  return (
    <PageFrame
      title="Who saw customers"
      backAction={back}
      {...(page.kind === "shown" && { asOf: page.asOf })}
    >
      {page.kind === "shown" ? <Access page={page} /> : <EmptyCard {...OWNERS_ALONE} />}
    </PageFrame>
  );
}

type ShownPage = SerializeFrom<AccessPage> & { readonly order: string | null; readonly isFirst: boolean };

function Access({ page: { lines, next, order, isFirst } }: { page: ShownPage }) {
  const empty = order === null ? NOTHING_YET : NOTHING_OF_ORDER;
  return (
    <>
      <Card>
        <BlockStack gap="300">
          <Text as="p">
            Each line is a page of the app that showed a customer to somebody; what the same person sees again
            there within five minutes stays on one line. Shopify gives us a number for each person: a name
            appears once they pressed something that is the owner's.
          </Text>
          {order === null ? null : (
            <InlineStack>
              <Button url="/settings/customer-access">Show all orders</Button>
            </InlineStack>
          )}
        </BlockStack>
      </Card>
      {lines.length === 0 ? (
        <EmptyCard {...(isFirst ? empty : NOTHING_EARLIER)} />
      ) : (
        <Card padding="0">
          <ul className="k-rows">
            {lines.map((line) => (
              <li key={line.id}>
                <AccessRow line={line} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Earlier next={next} />
    </>
  );
}

export const ErrorBoundary = RouteError;
