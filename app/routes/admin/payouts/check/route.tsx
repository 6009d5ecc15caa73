import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BlockStack, Card, Text } from "@shopify/polaris";
import { z } from "zod";
import { putDifferenceAside, readDifferenceAgain } from "#app/domain/settlement/answer-difference.server.ts";
import { resultSentence } from "#app/domain/settlement/check-sentence.ts";
import { putAsideReasons } from "#app/domain/settlement/difference-kinds.ts";
import { getSettlementPage, type SettlementPage } from "#app/domain/settlement/get-settlement-page.server.ts";
import { runSweepNow } from "#app/domain/sweeps/bring-forward.server.ts";
import { parsePageCursor } from "#app/platform/database/page-cursor.ts";
import { parseForm } from "#app/routes/admin/parse-form.server.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ListPages } from "#app/ui/list-pages.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { SteadyTabs } from "#app/ui/steady-tabs.tsx";
import { useCsvExport } from "#app/ui/use-csv-export.tsx";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { usePollingWhile } from "#app/ui/use-polling-while.ts";
import { DifferenceItem } from "./difference-item.tsx";

const query = z.object({
  view: z.enum(["open", "put_aside"]).catch("open"),
  after: z.string().transform(parsePageCursor).catch(null),
});

const form = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("check_now") }),
  z.object({ intent: z.literal("read_again"), id: z.uuid() }),
  z.object({ intent: z.literal("put_aside"), id: z.uuid(), reason: z.enum(putAsideReasons) }),
  z.object({ intent: z.literal("bring_back"), id: z.uuid() }),
]);

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const { searchParams } = new URL(args.request.url);
  const asked = query.parse({
    view: searchParams.get("view"),
    after: searchParams.get("after") ?? undefined,
  });
  return getSettlementPage(ctx, asked);
}

const GONE = { ok: false, reason: "This is not here any more: a later check found it settled." } as const;

export async function action(args: ActionFunctionArgs): Promise<ActionAnswer> {
  const { ctx, by } = await requireShop(args);
  const asked = await parseForm(args.request, form);
  switch (asked.intent) {
    case "check_now":
      await runSweepNow(ctx, { kind: "settlement", mode: "" });
      return { ok: true, done: "It is being checked" };
    case "read_again": {
      const { kind } = await readDifferenceAgain(ctx, asked.id);
      return kind === "gone" ? GONE : { ok: true, done: "It is read again, then compared" };
    }
    case "put_aside":
    case "bring_back": {
      const reason = asked.intent === "put_aside" ? asked.reason : null;
      const { kind } = await putDifferenceAside(ctx, { id: asked.id, by, reason });
      return kind === "gone" ? GONE : { ok: true, done: reason === null ? "Taken up again" : "Put aside" };
    }
  }
}

/** Whether orders, the supplier's ledger and Shopify agree, and each place where they do not. */
export default function SettlementCheck() {
  const page = useLoaderData<typeof loader>();
  const { check } = page;
  usePollingWhile(check.isRunning);
  const { action: saveCsv, refusal } = useCsvExport({ path: "/payouts/check/export", name: "differences" });
  return (
    <PageFrame
      title="Three-way check"
      backAction={{ content: "Payouts", url: "/payouts" }}
      secondaryActions={[saveCsv]}
      asOf={page.asOf}
    >
      {refusal}
      <ResultCard page={page} />
      <Differences page={page} />
    </PageFrame>
  );
}

type ShownPage = SerializeFrom<SettlementPage>;

function ResultCard({ page: { check, counts, ledgerAsOf } }: { page: ShownPage }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {resultSentence(check, counts.open)}
        </Text>
        <Text as="p" tone="subdued">
          For each parcel that was delivered, refused, returned or cancelled: what it has to bring, what the
          supplier's ledger says, and what Shopify shows. It runs every night by itself.
        </Text>
        <Text as="p" tone="subdued" variant="bodySm">
          {check.lastRanAt ? (
            <>
              Last checked <Moment at={check.lastRanAt} />.{" "}
            </>
          ) : null}
          {ledgerAsOf ? (
            <>
              The ledger was copied <Moment at={ledgerAsOf} />.
            </>
          ) : (
            "The supplier's ledger has not been copied yet, so nothing can be compared with it."
          )}
        </Text>
        {check.progress ? <Progress done={check.progress.done} total={check.progress.total} /> : null}
        <ActionButton label="Check now" intent="check_now" disabled={check.isRunning} />
      </BlockStack>
    </Card>
  );
}

const VIEWS = [
  { id: "open", words: "Different" },
  { id: "put_aside", words: "Put aside" },
] as const;

const EMPTY = {
  open: {
    title: "No difference is known",
    text: "What does not agree appears here, with what you can do about it.",
  },
  put_aside: { title: "Nothing is put aside", text: "What you put aside stays here until its sums change." },
} as const;

function Differences({ page: { rows, next, view, counts } }: { page: ShownPage }) {
  const { change } = useListUrl("after");
  const tabs = VIEWS.map(({ id, words }) => ({
    id,
    content: `${words} (${(id === "open" ? counts.open : counts.putAside).toLocaleString("en-US")})`,
  }));
  const selected = VIEWS.findIndex(({ id }) => id === view);
  return (
    <>
      <SteadyTabs
        tabs={tabs}
        selected={selected}
        onSelect={(index) => change({ view: VIEWS[index]?.id ?? "open" })}
      />
      {rows.length === 0 ? <EmptyCard {...EMPTY[view]} /> : null}
      {rows.length === 0 ? null : (
        <Card padding="0">
          <ul className="k-rows">
            {rows.map((row) => (
              <li key={row.id}>
                <DifferenceItem row={row} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <ListPages next={next} />
    </>
  );
}

export const ErrorBoundary = RouteError;
