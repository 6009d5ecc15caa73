import type { LoaderFunctionArgs } from "@remix-run/node";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { requireShop } from "../require-shop.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  await requireShop(args);
  return {};
}

export default function Page() {
  return <PageFrame title="order">Soon</PageFrame>;
}
