import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { findOrderBlock, findOrderId } from "#app/domain/orders/page/find-order-block.server.ts";
import { type OrderGid, toOrderGid } from "#app/platform/ids.ts";
import { notFound } from "#app/routes/admin/not-found.ts";
import { answerCommand } from "#app/routes/admin/orders/order/answer-command.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { requireExtension } from "./require-extension.server.ts";
import { showOrderBlock } from "./show-order-block.ts";

const digits = z.string().regex(/^[1-9]\d{0,19}$/);

/** Shopify's own number of the order whose page is open. */
function requireOrderGid(number: string | undefined): OrderGid {
  const parsed = digits.safeParse(number);
  if (!parsed.success) throw notFound();
  return toOrderGid(`gid://shopify/Order/${parsed.data}`);
}

/** What the block on an order's page in Shopify shows. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireExtension(args);
  const block = await findOrderBlock(ctx, requireOrderGid(args.params.number), by);
  if (!block) throw notFound();
  return showOrderBlock(block);
}

/** A button of it: the command of the same button on the order's page here. */
export async function action(args: ActionFunctionArgs): Promise<ActionAnswer | Response> {
  const visit = await requireExtension(args);
  const orderId = await findOrderId(visit.ctx, requireOrderGid(args.params.number));
  if (orderId === null) throw notFound();
  return answerCommand(args, visit, orderId);
}
