import { Link } from "@remix-run/react";
import { Text } from "@shopify/polaris";
import { formatRupees } from "#app/domain/orders/money/format-rupees.ts";
import type { WalletView } from "#app/domain/wallet-page/ledger-filter.ts";
import { parcelsWords } from "../payouts/payouts-words.ts";
import type { ShownWallet } from "./shown-wallet.ts";

/** The account's three figures as the supplier tells them; each opens to what is behind it. */
export function WalletFigures({ page }: { readonly page: ShownWallet }) {
  const { reading, pending, held } = page;
  const reserves = reading?.heldReservePkr ?? null;
  const deposit = reading?.heldDepositPkr ?? null;
  return (
    <ul className="k-figures">
      <Figure
        {...{ view: "ledger", label: "Available", page }}
        amount={reading?.availablePkr ?? null}
        detail={withdrawalWords(reading?.withdrawalsPendingPkr ?? null)}
      />
      <Figure
        {...{ view: "pending", label: "Pending", page }}
        amount={reading?.pendingPkr ?? null}
        detail={`${parcelsWords(pending.parcels)} of yours`}
      />
      <Figure
        {...{ view: "held", label: "Held", page }}
        amount={reading?.heldPkr ?? null}
        detail={
          deposit === null || reserves === null
            ? `${parcelsWords(held.parcels)} of yours`
            : `Deposit ${formatRupees(deposit)}, reserves ${formatRupees(reserves)}`
        }
      />
    </ul>
  );
}

function withdrawalWords(amount: number | null): string {
  return amount === null || amount === 0
    ? "The ledger's balance"
    : `Withdrawals under way: ${formatRupees(amount)}`;
}

type FigureProps = {
  readonly view: WalletView;
  readonly label: string;
  readonly amount: number | null;
  readonly detail: string;
  readonly page: ShownWallet;
};

function Figure({ view, label, amount, detail, page }: FigureProps) {
  return (
    <li>
      <Link
        to={view === "ledger" ? "/wallet" : `/wallet?show=${view}`}
        className="k-figure"
        aria-current={page.view === view ? "true" : undefined}
        preventScrollReset
      >
        <Text as="span" tone="subdued">
          {label}
        </Text>
        <Text as="span" variant="headingLg">
          {amount === null ? "not known" : formatRupees(amount)}
        </Text>
        <Text as="span" tone="subdued" variant="bodySm">
          {detail}
        </Text>
      </Link>
    </li>
  );
}
