import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { parseForm } from "#app/routes/admin/parse-form.server.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { usePollingWhile } from "#app/ui/use-polling-while.ts";
import { doFunds, fundsForm } from "./do-funds.server.ts";
import { loadFunds } from "./load-funds.server.ts";
import { WaitingForFunds } from "./waiting-for-funds.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  return loadFunds(ctx, by);
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireShop(args);
  return doFunds(args, visit, await parseForm(args.request, fundsForm));
}

/** Prepaid parcels that wait for money in the wallet. */
export default function FundsPage() {
  const funds = useLoaderData<typeof loader>();
  usePollingWhile(funds.parcels.some(({ isBeingPaid }) => isBeingPaid));
  return (
    <PageFrame title="Waiting for funds" backAction={{ content: "Wallet", url: "/wallet" }} asOf={funds.asOf}>
      <WaitingForFunds funds={funds} />
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
