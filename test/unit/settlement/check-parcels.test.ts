import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { type CheckedParcel, checkParcels } from "#app/domain/settlement/check-parcels.ts";
import { type CheckedEntry, pairMisplaced } from "#app/domain/settlement/explain-difference.ts";
import { asId } from "#test/support/as-id.ts";
import { buildCheckedParcel, buildEntries, COPIED_AT } from "./build-checked-parcel.ts";

const released = { status: "DELIVERED", marginStatus: "RELEASED" } as const;
const whole = [-350, 350, 540] as const;

function check(
  parcel: Partial<CheckedParcel>,
  entries: readonly CheckedEntry[],
  copiedAt: Date | null = COPIED_AT,
) {
  const [subject] = checkParcels({ parcels: [buildCheckedParcel(parcel)], entries, copiedAt });
  return subject?.verdict;
}

describe("checkParcels", () => {
  it.each([
    ["one entry for the margin", [-350, 350, 540]],
    ["margin and fee apart", [-350, 350, 600, -60]],
    ["no entries for the reserve", [540]],
  ])("agrees with %s", (_, amounts) => {
    expect(check(released, buildEntries(amounts))).toEqual({ kind: "agrees", ledgerPkr: 540 });
  });

  it.each([
    ["missing", [-350, 350], []],
    ["missing", [-350, 540], []],
    ["other_sum", [-350, 350, 500], []],
    ["unexpected", [-350, 350, 540, 77], ["led-4"]],
    ["missing", [], []],
    // The reserve is back already, so nothing is missing: a charge came in.
    ["unexpected", [-350, 350, 540, -350], ["led-4"]],
  ])("tells what is %s in %j", (kind, amounts, entryIds) => {
    const ledgerPkr = amounts.reduce((sum, amount) => sum + amount, 0);
    const difference = { kind, expectedPkr: rupees(540), ledgerPkr, entryIds };
    expect(check(released, buildEntries(amounts))).toEqual({ kind: "differs", difference });
  });

  it("tells an entry that was booked twice", () => {
    const [duplicate] = buildEntries([540], { type: "type-3", entryId: asId("led-9") });
    const entries = [...buildEntries(whole), ...(duplicate ? [duplicate] : [])];
    expect(check(released, entries)).toMatchObject({
      difference: { kind: "doubled", ledgerPkr: 1080, entryIds: ["led-9"] },
    });
  });

  it("names the entry that the service does not show any more", () => {
    const entries = buildEntries(whole).map((entry) =>
      entry.amountPkr === 540 ? { ...entry, missingSince: COPIED_AT } : entry,
    );
    expect(check(released, entries)).toMatchObject({
      difference: { kind: "missing", ledgerPkr: 0, entryIds: ["led-3"] },
    });
  });

  it("waits where one side is newer than the other", () => {
    const late = buildEntries([540], { bookedAt: COPIED_AT });
    const pending = { status: "DELIVERED" } as const;
    expect(check(pending, [...buildEntries([-350, 350]), ...late])).toEqual({
      ...{ kind: "not_yet", because: "entry_after_report" },
    });
    const reported = { ...released, reportedAt: new Date(COPIED_AT.getTime() + 1) };
    expect(check(reported, buildEntries([-350, 350]))).toEqual({
      kind: "not_yet",
      because: "report_after_copy",
    });
    expect(check(reported, buildEntries(whole))).toMatchObject({ kind: "agrees" });
  });

  it("claims no difference where the ledger has entries that nobody could read", () => {
    const ofGaps = (entries: readonly CheckedEntry[]) =>
      checkParcels({
        ...{ parcels: [buildCheckedParcel(released)], entries, copiedAt: COPIED_AT, hasGaps: true },
      })[0]?.verdict;
    expect(ofGaps(buildEntries([-350, 350]))).toMatchObject({ kind: "unknown", why: "ledger_gaps" });
    expect(ofGaps(buildEntries(whole))).toMatchObject({ kind: "agrees" });
  });

  it("claims nothing before the ledger is copied, nor of what is not defined within its bounds", () => {
    expect(check(released, [], null)).toMatchObject({ kind: "unknown", why: "ledger_not_copied" });
    const cancelled = { paymentMode: "PREPAID", status: "CANCELLED" } as const;
    expect(check(cancelled, buildEntries([-1200, 1000]))).toMatchObject({ kind: "unknown", ledgerPkr: -200 });
    expect(check(cancelled, buildEntries([-1200, 1300]))).toMatchObject({
      difference: { expectedPkr: 0, ledgerPkr: 100 },
    });
    expect(check(cancelled, buildEntries([-1200, -1200]))).toMatchObject({
      difference: { expectedPkr: -1200, ledgerPkr: -2400 },
    });
  });

  it("compares the parcels of a handoff together where the ledger names only its external id", () => {
    const parcels = [
      buildCheckedParcel(released),
      buildCheckedParcel({ id: asId("parcel-2"), status: "CANCELLED" }),
    ];
    const apart = [...buildEntries(whole), ...buildEntries([-350, 350], { parcelId: asId("parcel-2") })];
    expect(checkParcels({ parcels, entries: apart, copiedAt: COPIED_AT })).toMatchObject([
      { parcelIds: ["parcel-1"], verdict: { kind: "agrees" } },
      { parcelIds: ["parcel-2"], verdict: { kind: "agrees" } },
    ]);
    const together = apart.map((entry) => ({ ...entry, parcelId: null }));
    expect(checkParcels({ parcels, entries: together, copiedAt: COPIED_AT })).toMatchObject([
      { parcelIds: ["parcel-1", "parcel-2"], verdict: { kind: "agrees", ledgerPkr: 540 } },
    ]);
    const short = checkParcels({ parcels, entries: together.slice(1), copiedAt: COPIED_AT });
    expect(short).toMatchObject([{ verdict: { kind: "differs" } }]);
  });

  it("finds any entry that is taken away, changed or added, and nothing else", () => {
    const change = fc.record({
      at: fc.nat({ max: 2 }),
      by: fc.integer({ min: -2000, max: 2000 }).filter((by) => by !== 0),
      how: fc.constantFrom("take", "change", "add"),
    });
    fc.assert(
      fc.property(change, ({ at, by, how }) => {
        const entries = buildEntries(whole);
        expect(check(released, entries)).toMatchObject({ kind: "agrees" });
        const [added] = buildEntries([by], { entryId: asId("led-9"), type: "other" });
        const changed =
          how === "take"
            ? entries.filter((_, index) => index !== at)
            : how === "add"
              ? [...entries, ...(added ? [added] : [])]
              : entries.map((entry, index) =>
                  index === at ? { ...entry, amountPkr: rupees(entry.amountPkr + by) } : entry,
                );
        expect(check(released, changed)).toMatchObject({ kind: "differs" });
      }),
    );
  });
});

describe("pairMisplaced", () => {
  const found = (subject: string, expectedPkr: number, ledgerPkr: number, kind: string) =>
    ({ subject, difference: { kind, expectedPkr, ledgerPkr, entryIds: [] } }) as never;

  it("pairs what one parcel has too much with what exactly one other lacks", () => {
    const pairs = pairMisplaced([found("a", 540, 0, "missing"), found("b", 0, 540, "unexpected")]);
    expect(pairs).toMatchObject([
      { subject: "a", pairedWith: "b", difference: { kind: "other_order" } },
      { subject: "b", pairedWith: "a", difference: { kind: "other_order" } },
    ]);
  });

  it.each([
    [
      "two lack the same",
      [found("a", 540, 0, "missing"), found("c", 540, 0, "missing"), found("b", 0, 540, "doubled")],
    ],
    ["both lack it", [found("a", 540, 0, "missing"), found("b", 540, 0, "missing")]],
    ["nothing explains the sum", [found("a", 540, 0, "other_sum"), found("b", 0, 540, "unexpected")]],
  ])("leaves them apart where %s", (_, differences) => {
    expect(pairMisplaced(differences).every(({ pairedWith }) => pairedWith === null)).toBe(true);
  });
});
