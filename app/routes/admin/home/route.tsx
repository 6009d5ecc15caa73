import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { recordSetupAnswer, setupQuestions } from "#app/domain/connection/setup-answers.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { getHome } from "#app/domain/home/get-home.server.ts";
import { findComingSoon } from "#app/domain/payouts/get-payouts-page.server.ts";
import { installShop } from "#app/domain/shops/install-shop.server.ts";
import { findLowReserve } from "#app/domain/wallet-page/find-reserve.server.ts";
import { UnseenCard } from "#app/routes/admin/settings/channels/unseen-card.tsx";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { usePollingWhile } from "#app/ui/use-polling-while.ts";
import { parseForm } from "../parse-form.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { CourierWarning } from "./courier-warning.tsx";
import { Figures } from "./figures.tsx";
import { LowReserve } from "./low-reserve.tsx";
import { OpenIssues } from "./open-issues.tsx";
import { SetupGuideCard } from "./setup-guide-card.tsx";

const form = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("answer"),
    question: z.enum(setupQuestions),
    answer: z.enum(["yes", "no", "put_away"]),
  }),
  z.object({ intent: z.literal("look_again") }),
]);

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const [home, coming, lowReserve] = await Promise.all([
    getHome(ctx, by),
    findComingSoon(ctx),
    findLowReserve(ctx),
  ]);
  return { ...home, coming, lowReserve };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const asked = await parseForm(args.request, form);
  if (asked.intent === "look_again") return recheckDelivery(ctx);
  await recordSetupAnswer(ctx, { ...asked, by });
  return { ok: true, done: asked.answer === "put_away" ? "Hidden" : "Noted" };
}

async function recheckDelivery(ctx: ShopContext): Promise<ActionAnswer> {
  const { deliveryReady } = await installShop(ctx, { appUrl: ctx.env.SHOPIFY_APP_URL });
  return deliveryReady === true
    ? { ok: true, done: "Customers in Pakistan can check out" }
    : { ok: false, reason: "There is still no shipping rate to Pakistan from the Karwan location." };
}

export default function HomePage() {
  const { attention, fixes, guide, bookedByOthers, unseen, calls, coming, lowReserve, asOf } =
    useLoaderData<typeof loader>();
  usePollingWhile(false);
  return (
    <PageFrame title="Home" asOf={asOf}>
      {attention.total > 0 || !guide ? (
        <OpenIssues attention={attention} calls={calls} fixes={fixes} asOf={asOf} />
      ) : null}
      {lowReserve ? <LowReserve reserve={lowReserve} /> : null}
      <UnseenCard unseen={unseen} />
      {guide ? <SetupGuideCard guide={guide} /> : null}
      {bookedByOthers ? <CourierWarning /> : null}
      <Figures figures={attention.counts} coming={coming} />
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
