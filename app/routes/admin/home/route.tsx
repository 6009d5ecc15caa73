import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { findLinkingProgress } from "#app/domain/catalog/adoption/adopt-listings.server.ts";
import { recordSetupAnswer, setupQuestions } from "#app/domain/connection/setup-answers.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { findCharts } from "#app/domain/home/charts/find-charts.server.ts";
import { findCustomerFigures } from "#app/domain/home/find-customer-figures.server.ts";
import { findMoney } from "#app/domain/home/find-money.server.ts";
import { getHome } from "#app/domain/home/get-home.server.ts";
import { findLimits } from "#app/domain/home/limits/find-limits.server.ts";
import { makeTrialOrder } from "#app/domain/home/set-up/trial/make-trial-order.server.ts";
import { findComing } from "#app/domain/payouts/get-payouts-page.server.ts";
import { installShop } from "#app/domain/shops/install-shop.server.ts";
import { findLowReserve } from "#app/domain/wallet-page/find-reserve.server.ts";
import { UnseenCard } from "#app/routes/admin/settings/channels/unseen-card.tsx";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { LinkingProgress } from "#app/ui/linking-progress.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { usePollingWhile } from "#app/ui/use-polling-while.ts";
import { parseForm } from "../parse-form.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { Charts } from "./charts.tsx";
import { CourierWarning } from "./courier-warning.tsx";
import { CustomersCard } from "./customers-card.tsx";
import { Figures } from "./figures.tsx";
import { Limits } from "./limits.tsx";
import { LowReserve } from "./low-reserve.tsx";
import { OpenIssues } from "./open-issues.tsx";
import { SetupGuideCard } from "./setup-guide-card.tsx";
import { toTrialAnswer } from "./trial-answer.ts";

const form = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("answer"),
    question: z.enum(setupQuestions),
    answer: z.enum(["yes", "no", "put_away", "shown"]),
  }),
  z.object({ intent: z.literal("look_again") }),
  z.object({ intent: z.literal("make_trial_order") }),
]);

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const pending = await findComing(ctx);
  const [home, money, charts, meters, lowReserve, linking, customers] = await Promise.all([
    getHome(ctx, by),
    findMoney(ctx, pending),
    findCharts(ctx, pending),
    findLimits(ctx),
    findLowReserve(ctx),
    findLinkingProgress(ctx),
    findCustomerFigures(ctx),
  ]);
  return { ...home, money, charts, meters, lowReserve, linking, customers };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const asked = await parseForm(args.request, form);
  if (asked.intent === "look_again") return recheckDelivery(ctx);
  if (asked.intent === "make_trial_order") return toTrialAnswer(await makeTrialOrder(ctx));
  await recordSetupAnswer(ctx, { ...asked, by });
  return { ok: true, done: DONE_WORDS[asked.answer] };
}

const DONE_WORDS = { yes: "Noted", no: "Noted", put_away: "Hidden", shown: "Shown again" } as const;

async function recheckDelivery(ctx: ShopContext): Promise<ActionAnswer> {
  const { deliveryReady } = await installShop(ctx, { appUrl: ctx.env.SHOPIFY_APP_URL });
  return deliveryReady === true
    ? { ok: true, done: "Customers in Pakistan can check out" }
    : { ok: false, reason: "There is still no shipping rate to Pakistan from the Karwan location." };
}

export default function HomePage() {
  const page = useLoaderData<typeof loader>();
  const { attention, setup, unseen, lowReserve, linking } = page;
  const guide = setup.kind === "shown" ? setup.setup : null;
  usePollingWhile(linking !== null || guide?.next === "trial" || guide?.trial?.kind === "under_way");
  return (
    <PageFrame title="Home" asOf={page.asOf}>
      {attention.total > 0 || !guide ? (
        <OpenIssues attention={attention} calls={page.calls} fixes={page.fixes} asOf={page.asOf} />
      ) : null}
      <LinkingProgress linking={linking} />
      {lowReserve ? <LowReserve reserve={lowReserve} /> : null}
      {guide?.next === "product" ? null : <UnseenCard unseen={unseen} />}
      {guide ? <SetupGuideCard setup={guide} unseen={unseen} /> : null}
      {page.bookedByOthers ? <CourierWarning /> : null}
      <Figures counts={attention.counts} money={page.money} />
      {page.customers ? <CustomersCard figures={page.customers} /> : null}
      {page.charts ? <Charts charts={page.charts} /> : null}
      {page.meters ? <Limits meters={page.meters} /> : null}
      {setup.kind === "put_away" ? (
        <ActionButton
          label="Show the set-up guide"
          intent="answer"
          fields={{ question: "setup_guide", answer: "shown" }}
          variant="plain"
        />
      ) : null}
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
