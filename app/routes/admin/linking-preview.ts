import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { previewLinking } from "#app/domain/catalog/adoption/preview-linking.server.ts";
import { describeRefusal } from "#app/domain/messages/failures/connection-refusal.ts";
import { notFound } from "./not-found.ts";
import { requireShop } from "./require-shop.server.ts";

/** What putting a key to use would do to the shop's products, read before the press. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const mode = z.enum(["live", "test"]).safeParse(new URL(args.request.url).searchParams.get("mode"));
  if (!mode.success) throw notFound();
  const preview = await previewLinking(ctx, mode.data);
  if (preview.kind === "not_connected") throw notFound();
  return preview.kind === "preview"
    ? { preview, trouble: null }
    : { preview: null, trouble: describeRefusal(preview.refusal.code) };
}
