import fc from "fast-check";
import {
  type CheckedHandoff,
  checkParcels,
  type LedgerVerdict,
} from "#app/domain/settlement/check-parcels.ts";
import type { PresetName } from "#test/standins/supplier/undefined-behaviour.ts";
import { bookLife } from "#test/unit/orders/book-life.ts";
import { anyLife } from "#test/unit/orders/life-seed.ts";
import { callOf, type Life, openService, playOrderLife } from "#test/unit/orders/play-order-life.ts";
import { comparePreview, type FeeCompared } from "#test/unit/orders/preview-life.ts";

/** The parcels and ledger entries of one order of one of the shops. */
export type BookedHandoff = CheckedHandoff & { readonly shop: number; readonly name: string };

/** Everything many lives left behind, and what was compared on their way. */
export type Books = {
  readonly handoffs: readonly BookedHandoff[];
  readonly notPlaced: number;
  /** What was wrong in a life; none has to be. */
  readonly flaws: readonly string[];
  /** Comparisons of expected sums with the ledger, along the way and at the end. */
  readonly compared: Readonly<Record<"agrees" | "unknown", number>>;
  readonly fees: Readonly<Record<FeeCompared, number>>;
};

export type BooksSize = {
  readonly preset: PresetName;
  readonly lives: number;
  readonly shops: number;
  readonly seed: number;
};

const DAY_MS = 24 * 60 * 60_000;
/** When every life is over, all parcels and the ledger are read once more. */
const READ_AFTER_MS = 60 * DAY_MS;

/** Plays lives at the stand-in, one after the other: each is compared all along, and its rows and entries are kept. */
export async function playBooks({ preset, lives, shops, seed }: BooksSize): Promise<Books> {
  const world = openService(preset);
  const startedAt = world.clock.now();
  const flaws: string[] = [];
  const handoffs: BookedHandoff[] = [];
  const compared = { agrees: 0, unknown: 0 };
  const fees = { exact: 0, rounded: 0, not_said: 0, some_lose: 0 };
  let notPlaced = 0;
  for (const [index, life] of fc.sample(anyLife, { numRuns: lives, seed }).entries()) {
    const look = async (played: Life, when: string) => {
      const booked = await book(played);
      const verdicts = checkParcels(booked).map(({ verdict }) => verdict);
      for (const { kind } of verdicts) if (kind === "agrees" || kind === "unknown") compared[kind] += 1;
      if (when === "at placing") {
        const { problems, fee } = comparePreview(played.preview, played.seed.payment, world.orders);
        fees[fee] += 1;
        if (problems.length > 0) return `the preview said ${problems.join("; ")}`;
      }
      if (when === "at the end") {
        const readAt = new Date(startedAt + READ_AFTER_MS);
        const parcels = booked.parcels.map((parcel) => ({ ...parcel, reportedAt: readAt }));
        handoffs.push({
          ...booked,
          parcels,
          copiedAt: readAt,
          shop: index % shops,
          name: `#${1001 + index}`,
        });
      }
      return verdicts.map(flawOf).find((flaw) => flaw !== null) ?? null;
    };
    const outcome = await playOrderLife(world, life, look);
    if (outcome.kind === "not_placed") notPlaced += 1;
    else if (outcome.flaw !== null) flaws.push(`life ${index} (seed ${seed}): ${outcome.flaw}`);
  }
  return { handoffs, notPlaced, flaws, compared, fees };
}

function book({ world, seed, rows }: Life): Promise<CheckedHandoff> {
  const call = (query: URLSearchParams) => callOf(world, { query });
  return bookLife({ world, paymentMode: seed.payment, rows: [...rows.values()], callOf: call });
}

/** Only what comes back of a paid parcel that was cancelled is not defined by what the service says of it. */
function flawOf(verdict: LedgerVerdict): string | null {
  if (verdict.kind === "agrees") return null;
  if (verdict.kind === "unknown" && verdict.why === "cancelled_prepaid") return null;
  return `the ledger: ${JSON.stringify(verdict)}`;
}
