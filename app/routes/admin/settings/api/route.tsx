import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BlockStack, Card, Text } from "@shopify/polaris";
import { useState } from "react";
import { listApiTokens } from "#app/domain/read-api/api-tokens.server.ts";
import { parseForm } from "#app/routes/admin/parse-form.server.ts";
import { refuseUnlessGranted } from "#app/routes/admin/refuse-unless-granted.server.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { apiForm } from "./api-form.ts";
import { type ApiAnswer, doApi } from "./do-api.server.ts";
import { NewToken } from "./new-token.tsx";
import { TokenRow } from "./token-row.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const { origin } = new URL(ctx.env.SHOPIFY_APP_URL);
  return { tokens: await listApiTokens(ctx), address: `${origin}/api/v1/orders`, viewer: by };
}

export async function action(args: ActionFunctionArgs): Promise<Response | ApiAnswer> {
  const visit = await requireShop(args);
  const form = await parseForm(args.request, apiForm);
  return (await refuseUnlessGranted(args, visit, "keys")) ?? doApi(visit, form);
}

/** The tokens with which a merchant's own tools read. */
export default function Api() {
  const { tokens, address, viewer } = useLoaderData<typeof loader>();
  const [made, setMade] = useState(0);
  return (
    <PageFrame title="API" backAction={{ content: "Settings", url: "/settings" }}>
      <div className="k-page-intro">
        <Text as="p" tone="subdued">
          Your own tools can read orders, holds and payouts as JSON, for a sheet or a report. A token changes
          nothing and shows no customer: no name, no phone, no address.
        </Text>
      </div>
      <BlockStack gap="400">
        <NewToken key={made} address={address} onAgain={() => setMade(made + 1)} />
        {tokens.length === 0 ? null : (
          <Card padding="0">
            <ul className="k-rows">
              {tokens.map((token) => (
                <li key={token.id}>
                  <TokenRow token={token} viewer={viewer} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </BlockStack>
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
