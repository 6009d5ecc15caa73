import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { RouteError } from "#app/ui/route-error.tsx";
import { notFound } from "./not-found.ts";
import { requireShop } from "./require-shop.server.ts";

/** Every address that is none of ours. */
export async function loader(args: LoaderFunctionArgs) {
  await requireShop(args);
  throw notFound();
}

export async function action(args: ActionFunctionArgs) {
  await requireShop(args);
  throw notFound();
}

export default function UnknownPage() {
  return null;
}

export const ErrorBoundary = RouteError;
