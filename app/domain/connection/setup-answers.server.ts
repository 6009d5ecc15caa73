import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";

/** Questions set-up asks a shop once. */
export const setupQuestions = ["courier_apps", "placing_chosen", "price_changes", "setup_guide"] as const;

export type SetupQuestion = (typeof setupQuestions)[number];

type SetupAnswerInput = { readonly question: SetupQuestion; readonly answer: string; readonly by: string };

type SetupAnswerDeps = Pick<ShopContext, "shop" | "clock"> & {
  readonly db: Pick<Prisma.TransactionClient, "rememberedAnswer">;
};

/** Keeps a person's answer about the whole shop; a later one replaces it. */
export async function recordSetupAnswer(
  ctx: SetupAnswerDeps,
  { question, answer, by }: SetupAnswerInput,
): Promise<void> {
  const key = { shopId: ctx.shop.id, question, subject: "shop" };
  const given = { answer, by, at: ctx.clock.now() };
  await ctx.db.rememberedAnswer.upsert({
    where: { shopId_question_subject: key },
    create: { ...key, ...given },
    update: given,
  });
}

export async function findSetupAnswer(ctx: ShopContext, question: SetupQuestion): Promise<string | null> {
  const row = await ctx.db.rememberedAnswer.findUnique({
    where: { shopId_question_subject: { shopId: ctx.shop.id, question, subject: "shop" } },
  });
  return row?.answer ?? null;
}
