import type { ShopContext } from "../shops/shop-context.server.ts";
import { recordFact } from "../timeline/record.server.ts";
import { cityKey, listCities } from "./customer/pakistan-cities.ts";
import type { Pressed } from "./press.server.ts";

export type HoldAnswer =
  /** This spelling goes to the courier as it is, now and later (R4). */
  | { readonly kind: "city_as_written" }
  /** This spelling means that city, now and later. */
  | { readonly kind: "city_chosen"; readonly city: string }
  /** How orders of this sales app and gateway are paid, now and later (R35). */
  | { readonly kind: "how_paid"; readonly answer: "cod" | "bank_transfer" | "wait" };

type AnswerInput = { readonly orderId: string; readonly answer: HoldAnswer; readonly by: string };

const CITY_HOLDS = ["city_unknown", "city_ambiguous"];

const GONE: Pressed = { ok: false, reason: "This question is answered already." };

/** Answers the question an order waits with. The answer is remembered, so that no later order asks it again. */
export async function answerHold(ctx: ShopContext, { orderId, answer, by }: AnswerInput): Promise<Pressed> {
  const shopId = ctx.shop.id;
  const order = await ctx.db.order.findUnique({ where: { shopId_id: { shopId, id: orderId } } });
  if (!order) return { ok: false, reason: "This order is not here any more." };
  const remembered = toRemembered(answer, await findAsked(ctx, orderId, answer));
  if (!remembered) return GONE;
  const { question, subject, given } = remembered;
  const now = ctx.clock.now();
  await ctx.db.$transaction(async (tx) => {
    await tx.rememberedAnswer.upsert({
      where: { shopId_question_subject: { shopId, question, subject } },
      create: { shopId, question, subject, answer: given, by, at: now },
      update: { answer: given, by, at: now },
    });
    const fact = { thing: "order", thingId: orderId, actor: "person", by, code: "answered" } as const;
    await recordFact(tx, shopId, { ...fact, params: { question, answer: given }, at: now });
  });
  await ctx.wake([{ kind: "order", subject: order.orderGid }]);
  return { ok: true };
}

/** The numbers and words of the open question; null when it is no longer open. */
async function findAsked(ctx: ShopContext, orderId: string, answer: HoldAnswer): Promise<unknown> {
  const codes = answer.kind === "how_paid" ? ["how_paid"] : CITY_HOLDS;
  const row = await ctx.db.attention.findFirst({
    where: { shopId: ctx.shop.id, thing: "order", thingId: orderId, code: { in: codes }, resolvedAt: null },
  });
  return row?.params ?? null;
}

type Remembered = { readonly question: string; readonly subject: string; readonly given: string };

function toRemembered(answer: HoldAnswer, asked: unknown): Remembered | null {
  if (answer.kind === "how_paid") {
    const subject = wordOf(asked, "answerKey");
    return subject === null ? null : { question: "gateway_route", subject, given: answer.answer };
  }
  const written = wordOf(asked, "city");
  if (written === null) return null;
  const subject = cityKey(written);
  if (answer.kind === "city_as_written") return { question: "city_as_written", subject, given: written };
  const isKnown = listCities().some(({ name }) => name === answer.city);
  return isKnown ? { question: "city_chosen", subject, given: answer.city } : null;
}

function wordOf(asked: unknown, key: string): string | null {
  if (typeof asked !== "object" || asked === null) return null;
  const value: unknown = Object.entries(asked).find(([name]) => name === key)?.[1];
  return typeof value === "string" ? value : null;
}
