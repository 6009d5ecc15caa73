import { rupees } from "#app/domain/money/rupees.ts";
import { checkParcels } from "#app/domain/settlement/check-parcels.ts";
import { type CheckedEntry, pairMisplaced } from "#app/domain/settlement/explain-difference.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import { createRandom } from "#test/standins/supplier/random.ts";
import { asId } from "#test/support/as-id.ts";
import type { BookedHandoff } from "./books.ts";

const injectedKinds = ["missing", "doubled", "other_sum", "other_order"] as const;

type InjectedKind = (typeof injectedKinds)[number];

/** A falsehood put into the ledger, and the orders it is to be found at. */
export type Injected = { readonly kind: InjectedKind; readonly names: readonly string[] };

type Injection = { readonly handoffs: readonly BookedHandoff[]; readonly injected: readonly Injected[] };

/** Falsifies the ledger of so many orders whose sum the document defines, each order at most once. */
export function injectDifferences(
  handoffs: readonly BookedHandoff[],
  { count, seed }: { readonly count: number; readonly seed: number },
): Injection {
  const random = createRandom(seed);
  const free = shuffle(handoffs.filter(isDefined), random);
  const changed = new Map(handoffs.map((handoff) => [handoff.name, handoff]));
  const put = (handoff: BookedHandoff, entries: readonly CheckedEntry[]) =>
    changed.set(handoff.name, { ...handoff, entries });
  const injected: Injected[] = [];
  while (injected.length < count) {
    const kind = injectedKinds[injected.length % injectedKinds.length] ?? "missing";
    const handoff = free.find(({ entries }) => entries.length > 0);
    if (!handoff) throw new Error("Too few orders to falsify");
    free.splice(free.indexOf(handoff), 1);
    const at = Math.floor(random() * handoff.entries.length);
    const entry = handoff.entries[at];
    if (!entry) continue;
    const others = handoff.entries.filter((one) => one !== entry);
    const names = [handoff.name];
    if (kind === "missing") put(handoff, others);
    if (kind === "doubled")
      put(handoff, [...handoff.entries, { ...entry, entryId: asId(`${entry.entryId}_again`) }]);
    if (kind === "other_sum") {
      const by = (1 + Math.floor(random() * 400)) * (random() < 0.5 ? -1 : 1);
      put(handoff, [...others, { ...entry, amountPkr: rupees(entry.amountPkr + by) }]);
    }
    if (kind === "other_order") {
      const other = free.find(({ shop }) => shop === handoff.shop);
      if (!other) continue;
      free.splice(free.indexOf(other), 1);
      put(handoff, others);
      put(other, [...other.entries, { ...entry, parcelId: parcelOf(other) }]);
      names.push(other.name);
    }
    injected.push({ kind, names });
  }
  return { handoffs: [...changed.values()], injected };
}

function isDefined(handoff: BookedHandoff): boolean {
  return checkParcels(handoff).every(({ verdict }) => verdict.kind === "agrees");
}

/** As the ledger names parcels: none where it tells those of an order not apart. */
function parcelOf({ parcels, entries }: BookedHandoff): ParcelId | null {
  return entries.some(({ parcelId }) => parcelId === null) ? null : (parcels[0]?.id ?? null);
}

function shuffle<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);
}

/** The orders that differ, by how the check names each: over the parcels of one shop, as its own check sees them. */
export function findDifferences(handoffs: readonly BookedHandoff[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const own of Map.groupBy(handoffs, ({ shop }) => shop).values()) {
    const differing = own.flatMap((handoff) =>
      checkParcels(handoff).flatMap(({ verdict }) =>
        verdict.kind === "differs" ? [{ subject: handoff.name, difference: verdict.difference }] : [],
      ),
    );
    for (const { subject, difference } of pairMisplaced(differing)) found.set(subject, difference.kind);
  }
  return found;
}

export type InjectionReport = {
  /** Falsified orders that no difference names. */
  readonly missed: readonly string[];
  /** Differences of orders nobody falsified. */
  readonly invented: readonly string[];
  /** Of how many of each kind the check gives the same name. */
  readonly named: Readonly<Record<InjectedKind, string>>;
};

/** Compares what was put in with what was found. */
export function compareDifferences(
  injected: readonly Injected[],
  found: ReadonlyMap<string, string>,
): InjectionReport {
  const falsified = new Set(injected.flatMap(({ names }) => names));
  const named = injectedKinds.map((kind) => {
    const own = injected.filter((each) => each.kind === kind).flatMap(({ names }) => names);
    return [kind, `${own.filter((name) => found.get(name) === kind).length} of ${own.length}`] as const;
  });
  return {
    missed: [...falsified].filter((name) => !found.has(name)),
    invented: [...found.keys()].filter((name) => !falsified.has(name)),
    named: Object.fromEntries(named) as InjectionReport["named"],
  };
}
