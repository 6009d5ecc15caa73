import type { Order } from "@prisma/client";
import { z } from "zod";
import { commitWithWork } from "#app/domain/connection/commit-with-work.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { CommandResult } from "#app/domain/orders/commands/command-result.ts";
import { decideForOrder } from "#app/domain/orders/commands/decisions/decide-for-order.server.ts";
import { findOpenHold } from "#app/domain/orders/commands/decisions/open-hold.server.ts";
import { hashCity } from "#app/domain/orders/customer/city-hash.ts";
import { CITY_HOLDS } from "#app/domain/orders/customer/city-of-hold.ts";
import { cityKey, listCities } from "#app/domain/orders/customer/pakistan-cities.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import type { HoldQuestion } from "./hold-question.ts";

export type HoldAnswer =
  /** This spelling goes to the courier as it is, now and later (R4). */
  | { readonly kind: "city_as_written" }
  /** This spelling means that city, now and later. */
  | { readonly kind: "city_chosen"; readonly city: string }
  /** How orders of this sales app and gateway, or the open rest of one, are paid, now and later (R7, R35). */
  | { readonly kind: "how_paid"; readonly answer: "cod" | "bank_transfer" | "wait" };

type AnswerInput = { readonly orderId: OrderId; readonly answer: HoldAnswer; readonly by: string };

const PAYMENT_HOLDS = ["how_paid", "partly_paid"] as const;

const NOT_ASKED: CommandResult = { ok: false, reason: "This is not what the order asks for any more." };

/** Answers the question an order waits with. The answer is remembered, so that no later order asks it again. */
export async function answerHold(
  ctx: ShopContext,
  { orderId, answer, by }: AnswerInput,
): Promise<CommandResult> {
  const codes = answer.kind === "how_paid" ? PAYMENT_HOLDS : CITY_HOLDS;
  const hold = await findOpenHold(ctx, { orderId, by, codes });
  if (hold.kind === "gone") return hold.refusal;
  if (answer.kind === "how_paid" && isOfPaid(hold.params))
    return recordPaidAnswer(ctx, hold.order, answer.answer, by);
  const remembered = toRememberedAnswer(ctx, answer, hold.params);
  if (!remembered) return NOT_ASKED;
  const { question, subject, given, timelineText } = remembered;
  const shopId = ctx.shop.id;
  const now = ctx.clock.now();
  await commitWithWork(
    ctx,
    [{ kind: "order.reconcile", subject: { orderGid: hold.order.orderGid } }],
    async (tx) => {
      await tx.rememberedAnswer.upsert({
        where: { shopId_question_subject: { shopId, question, subject } },
        create: { shopId, question, subject, answer: given, by, at: now },
        update: { answer: given, by, at: now },
      });
      const fact = { thing: "order", thingId: orderId, actor: "person", by, code: "answered" } as const;
      await recordFact(tx, ctx, { ...fact, params: { question, answer: timelineText }, at: now });
    },
  );
  return { ok: true };
}

function isOfPaid(params: unknown): boolean {
  return Reflect.get(Object(params), "isPaid") === true;
}

/** Said of this order alone: it goes out prepaid. There is nothing to collect of it, and no payment to wait for. */
async function recordPaidAnswer(
  ctx: ShopContext,
  order: Pick<Order, "id" | "orderGid">,
  answer: "cod" | "bank_transfer" | "wait",
  by: string,
): Promise<CommandResult> {
  if (answer !== "bank_transfer") return { ok: false, reason: NOTHING_TO_COLLECT };
  return decideForOrder(ctx, order, { kind: "how_paid", by, fact: "said_paid" });
}

const NOTHING_TO_COLLECT =
  "Shopify shows this order as paid, so there is nothing to collect or to wait for. If the courier should collect it, cancel it in Shopify and make it again as unpaid.";

export type RememberedAnswerInput = {
  readonly question: HoldQuestion;
  readonly subject: string;
  readonly given: string;
  /** As the timeline shows it, where it is sealed. */
  readonly timelineText: string;
};

const holdParams = z.object({ answerKey: z.string().optional(), city: z.string().optional() });

/**
 * What is kept of an answer, given the numbers and words of its question; null where it answers nothing. Of a city as a
 * customer wrote it only a hash (R54).
 */
export function toRememberedAnswer(
  ctx: Pick<ShopContext, "shop" | "crypto">,
  answer: HoldAnswer,
  params: unknown,
): RememberedAnswerInput | null {
  const { answerKey, city } = holdParams.safeParse(params).data ?? {};
  if (answer.kind === "how_paid") {
    if (answerKey === undefined) return null;
    const given = answer.answer;
    return { question: "gateway_route", subject: answerKey, given, timelineText: given };
  }
  if (city === undefined) return null;
  const subject = hashCity(ctx, cityKey(city));
  if (answer.kind === "city_as_written")
    return { question: "city_as_written", subject, given: "as_written", timelineText: city };
  const isKnown = listCities().some(({ name }) => name === answer.city);
  return isKnown ? { question: "city_chosen", subject, given: answer.city, timelineText: answer.city } : null;
}
