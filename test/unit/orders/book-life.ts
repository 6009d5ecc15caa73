import type { Parcel } from "@prisma/client";
import type { CheckedHandoff, CheckedParcel } from "#app/domain/settlement/check-parcels.ts";
import type { CheckedEntry } from "#app/domain/settlement/explain-difference.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { walletCalls } from "#app/supplier/wallet.ts";
import type { Answer, Call, World } from "#test/standins/supplier/state.ts";
import { listTransactions } from "#test/standins/supplier/wallet-views.ts";
import { asId } from "#test/support/as-id.ts";

type PlayedOrder = {
  readonly world: World;
  readonly paymentMode: PaymentMode;
  readonly rows: readonly Parcel[];
  /** Asks the stand-in as the client would. */
  readonly callOf: (query: URLSearchParams) => Call;
};

/** What the app knows of an order and its ledger, read page by page through the client's own schema. */
export async function bookLife({ world, paymentMode, rows, callOf }: PlayedOrder): Promise<CheckedHandoff> {
  const parcels: CheckedParcel[] = rows.map((row) => ({
    ...row,
    id: asId<ParcelId>(row.supplierOrderId),
    paymentMode,
  }));
  return {
    parcels,
    entries: await readEntries(world, callOf, parcels),
    copiedAt: new Date(world.clock.now()),
  };
}

async function readEntries(
  world: World,
  callOf: PlayedOrder["callOf"],
  parcels: readonly CheckedParcel[],
): Promise<CheckedEntry[]> {
  const { listTransactions: list } = walletCalls(async ({ query, schema }) => {
    const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const answer: Answer = listTransactions(world, callOf(new URLSearchParams(given)));
    return { value: schema.parse(JSON.parse(JSON.stringify(answer.body))), headers: new Headers() };
  });
  const entries: CheckedEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit: 100, cursor });
    entries.push(...page.data.map((entry) => toEntry(entry, parcels)));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return entries;
}

type Read = Awaited<ReturnType<ReturnType<typeof walletCalls>["listTransactions"]>>["data"][number];

/** By the parcel's id, else by our name for the order, whose parcel is known where it has one alone. */
function toEntry(entry: Read, parcels: readonly CheckedParcel[]): CheckedEntry {
  const named = parcels.find(({ id }) => id === asId(entry.order?.id ?? ""));
  const single = parcels.length === 1 ? parcels[0] : undefined;
  return {
    ...{ entryId: entry.id, amountPkr: entry.amount, type: entry.type ?? "" },
    parcelId: (named ?? single)?.id ?? null,
    bookedAt: new Date(entry.createdAt ?? Number.NaN),
    missingSince: null,
  };
}
