import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RouteError } from "#app/ui/route-error.tsx";
import { requireShop } from "../require-shop.server.ts";
import { ChangesRun } from "./changes-run.tsx";
import { doRun } from "./do-run.server.ts";
import { ImportRun } from "./import-run.tsx";
import { ListingsRun } from "./listings-run.tsx";
import { loadRun, readRunAddress } from "./load-run.server.ts";
import { OrdersRun } from "./orders-run.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  return loadRun(ctx, readRunAddress(args.params), new URL(args.request.url).searchParams);
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireShop(args);
  return doRun(visit, readRunAddress(args.params), args.request);
}

/** One bulk action: how far it is, what became of each thing, and what can be done about it now. */
export default function Run() {
  const shown = useLoaderData<typeof loader>();
  switch (shown.subject) {
    case "orders":
      return <OrdersRun run={shown.run} />;
    case "listings":
      return <ListingsRun run={shown.run} onlyRefused={shown.onlyRefused} />;
    case "imports":
      return <ImportRun shown={shown} />;
    case "changes":
      return <ChangesRun run={shown.run} />;
  }
}

export const ErrorBoundary = RouteError;
