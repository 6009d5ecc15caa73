import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { RouteError } from "#app/ui/route-error.tsx";
import { notFound } from "./not-found.ts";
import { requireShop } from "./require-shop.server.ts";
import { movedRunUrl } from "./runs/moved-run.ts";

/** Every address that is none of ours any more, or never was. */
export async function loader(args: LoaderFunctionArgs) {
  await requireShop(args);
  const moved = movedRunUrl(new URL(args.request.url));
  if (moved === null) throw notFound();
  return redirect(moved);
}

export async function action(args: ActionFunctionArgs) {
  await requireShop(args);
  throw notFound();
}

export default function UnknownPage() {
  return null;
}

export const ErrorBoundary = RouteError;
