import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { FigureTile } from "#app/ui/figure-tile.tsx";
import { parcelsWords } from "../payouts/payouts-words.ts";
import type { ShownWallet } from "./shown-wallet.ts";

/** The account's three figures as the supplier tells them; each opens to what is behind it. */
export function WalletFigures({ page }: { readonly page: ShownWallet }) {
  const { reading, pending, held, view } = page;
  const reserves = reading?.heldReservePkr ?? null;
  const deposit = reading?.heldDepositPkr ?? null;
  return (
    <ul className="k-figures">
      <FigureTile
        {...{ label: "Available", url: "/wallet", isOpen: view === "ledger" }}
        figure={reading?.availablePkr ?? null}
        hint={withdrawalWords(reading?.withdrawalsPendingPkr ?? null)}
      />
      <FigureTile
        {...{ label: "Pending", url: "/wallet?show=pending", isOpen: view === "pending" }}
        figure={reading?.pendingPkr ?? null}
        hint={`${parcelsWords(pending.parcels)} of yours`}
      />
      <FigureTile
        {...{ label: "Held", url: "/wallet?show=held", isOpen: view === "held" }}
        figure={reading?.heldPkr ?? null}
        hint={
          deposit === null || reserves === null
            ? `${parcelsWords(held.parcels)} of yours`
            : `Deposit ${formatRupees(deposit)}, reserves ${formatRupees(reserves)}`
        }
      />
    </ul>
  );
}

function withdrawalWords(amount: Rupees | null): string {
  return amount === null || amount === 0
    ? "What new orders can use"
    : `Withdrawals under way: ${formatRupees(amount)}`;
}
