import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { getWalletPage } from "#app/domain/wallet-page/get-wallet-page.server.ts";
import { refreshLedger } from "#app/domain/wallet-page/refresh-ledger.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ListPages } from "#app/ui/list-pages.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { useCsvExport } from "#app/ui/use-csv-export.tsx";
import { usePollingWhile } from "#app/ui/use-polling-while.ts";
import { parseForm } from "../parse-form.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { BalanceCard } from "./balance-card.tsx";
import { HeldCard, PendingCard } from "./behind-card.tsx";
import { FundsCard } from "./funds-card.tsx";
import { LedgerCard } from "./ledger-card.tsx";
import type { ShownWallet } from "./shown-wallet.ts";
import { WalletFigures } from "./wallet-figures.tsx";
import { WalletNotes } from "./wallet-notes.tsx";
import { readWalletQuery } from "./wallet-query.server.ts";

const form = z.object({ intent: z.literal("look") });

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const page = await getWalletPage(ctx, readWalletQuery(new URL(args.request.url).searchParams));
  return { page, asOf: ctx.clock.now() };
}

export async function action(args: ActionFunctionArgs): Promise<ActionAnswer> {
  const { ctx } = await requireShop(args);
  await parseForm(args.request, form);
  switch (await refreshLedger(ctx)) {
    case "asked":
      return { ok: true, done: "New entries are read now" };
    case "soon":
      return { ok: true, done: "New entries are read within half a minute" };
    case "copying":
      return { ok: true, done: "The ledger is being copied, the newest entries with it" };
    case "not_connected":
      return { ok: false, reason: "The supplier is not connected." };
  }
}

const FUNDS = { content: "Waiting for funds", url: "/wallet/funds" };

export default function Wallet() {
  const { page, asOf } = useLoaderData<typeof loader>();
  const exporting = useCsvExport({ path: "/wallet/export", name: "ledger" });
  const isCopying = page !== null && page.copy?.asOf == null;
  usePollingWhile(isCopying || page?.failure === "being_read");
  return (
    <PageFrame
      title="Wallet"
      asOf={page?.reading?.readAt ?? asOf}
      wide
      secondaryActions={[FUNDS, exporting.action]}
    >
      {exporting.refusal}
      {page === null ? (
        <EmptyCard
          title="No wallet yet"
          text="Connect the supplier first. What you have, what is held and what comes then appears here."
          step={{ label: "Connect", url: "/settings/connection" }}
        />
      ) : (
        <WalletBody page={page} />
      )}
    </PageFrame>
  );
}

function WalletBody({ page }: { readonly page: ShownWallet }) {
  const { next, view } = page;
  return (
    <>
      <WalletFigures page={page} />
      <FundsCard page={page} />
      <WalletNotes page={page} />
      {view === "ledger" ? <BalanceCard balance={page.balance} /> : null}
      {view === "ledger" ? <LedgerCard page={page} /> : null}
      {view === "pending" ? <PendingCard page={page} /> : null}
      {view === "held" ? <HeldCard page={page} /> : null}
      <ListPages next={next} />
    </>
  );
}

export const ErrorBoundary = RouteError;
