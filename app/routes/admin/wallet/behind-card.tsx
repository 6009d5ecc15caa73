import { Link } from "@remix-run/react";
import { Card, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { beyondWords } from "#app/domain/wallet-page/wallet-words.ts";
import { formatDay } from "#app/platform/time/format-time.ts";
import { ListBody } from "#app/ui/list-body.tsx";
import { Money } from "#app/ui/money.tsx";
import { useShopFacts } from "#app/ui/shop-facts.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { parcelWords } from "#app/ui/status-words.ts";
import { sumWords } from "../payouts/payouts-words.ts";
import type { ShownParcel, ShownWallet } from "./shown-wallet.ts";

type BehindProps = { readonly page: ShownWallet };

/** Margins of delivered parcels, by the day they come. */
export function PendingCard({ page }: BehindProps) {
  const { pending, reading, parcels } = page;
  return (
    <BehindCard
      title="Pending: margins of delivered COD parcels"
      sum={sumWords({ ...pending, amountPkr: pending.sumPkr })}
      beyond={beyondWords(reading?.pendingPkr ?? null, pending)}
      empty="Nothing of yours is pending. The margin of a COD parcel stands here from its delivery until it is released."
      parcels={parcels}
      when={(day) => (day === null ? "no release date yet" : `comes ${day}`)}
    />
  );
}

/** The deposit, and what open COD parcels hold. */
export function HeldCard({ page }: BehindProps) {
  const { held, reading, parcels } = page;
  const deposit = reading?.heldDepositPkr ?? null;
  return (
    <BehindCard
      title="Held: reserves of COD parcels on their way"
      sum={sumWords({ ...held, amountPkr: held.sumPkr })}
      beyond={beyondWords(reading?.heldReservePkr ?? null, held)}
      more={deposit === null ? null : `Security deposit: ${formatRupees(deposit)}.`}
      empty="No parcel of yours holds anything. A COD parcel holds its reserve until it is delivered, refused or cancelled."
      parcels={parcels}
      when={(day) => (day === null ? "" : `held since ${day}`)}
    />
  );
}

type BehindCardProps = {
  readonly title: string;
  readonly sum: string;
  readonly beyond: string | null;
  readonly more?: string | null;
  readonly empty: string;
  readonly parcels: readonly ShownParcel[];
  readonly when: (day: string | null) => string;
};

function BehindCard({ title, sum, beyond, more = null, empty, parcels, when }: BehindCardProps) {
  return (
    <Card padding="0">
      <div className="k-card-head">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
        <Text as="p">Your orders: {sum}.</Text>
        {beyond === null ? null : <Note>{beyond}</Note>}
        {more === null ? null : <Note>{more}</Note>}
      </div>
      {parcels.length === 0 ? (
        <div className="k-topic">
          <Note>{empty}</Note>
        </div>
      ) : (
        <ListBody>
          <ul className="k-rows">
            {parcels.map((parcel) => (
              <ParcelRow key={parcel.id} parcel={parcel} when={when} />
            ))}
          </ul>
        </ListBody>
      )}
    </Card>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <Text as="p" tone="subdued">
      {children}
    </Text>
  );
}

function ParcelRow({ parcel, when }: Pick<BehindCardProps, "when"> & { readonly parcel: ShownParcel }) {
  const { timezone } = useShopFacts();
  const { orderId, name, part, of, status, amountPkr, at } = parcel;
  return (
    <li>
      <Link to={`/orders/${orderId}`} className="k-row">
        <span className="k-row-line">
          <Text as="span" fontWeight="semibold">
            {name || "New order"}
            {of > 1 ? `, parcel ${part} of ${of}` : ""}
          </Text>
          {amountPkr === null ? <Text as="span">not known</Text> : <Money amount={amountPkr} />}
        </span>
        <span className="k-row-line">
          <StatusBadge {...parcelWords(status, null)} />
          <Text as="span" tone="subdued" variant="bodySm">
            {when(at === null ? null : formatDay(at, timezone))}
          </Text>
        </span>
      </Link>
    </li>
  );
}
