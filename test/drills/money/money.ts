import { parseArgs } from "node:util";
import { PRESETS, type PresetName } from "#test/standins/supplier/undefined-behaviour.ts";
import type { DrillHome } from "../drill-home.ts";
import type { Report } from "../report.ts";
import { type Books, playBooks } from "./books.ts";
import { compareDifferences, findDifferences, injectDifferences } from "./inject.ts";

const usual = { lives: 10_000, shops: 100, seed: 1, differences: 200 } as const;

type MoneySize = { readonly [name in keyof typeof usual]: number };

/** `--lives 1000 --shops 10 --seed 7 --differences 40`, each as usual where it is not given. */
function parseSize(options: readonly string[]): MoneySize {
  const { values } = parseArgs({
    args: [...options],
    options: Object.fromEntries(Object.keys(usual).map((name) => [name, { type: "string" as const }])),
  });
  const number = (name: keyof MoneySize) => Number(values[name] ?? usual[name]);
  return {
    lives: number("lives"),
    shops: number("shops"),
    seed: number("seed"),
    differences: number("differences"),
  };
}

/** Plays order lives under three services, and finds whatever is falsified in their ledgers. */
export async function runMoneyDrill(report: Report, _: DrillHome, options: readonly string[]): Promise<void> {
  const size = parseSize(options);
  for (const preset of Object.keys(PRESETS) as PresetName[]) await playPreset(report, preset, size);
}

const MOST_SHOWN = 10;

async function playPreset(report: Report, preset: PresetName, size: MoneySize): Promise<void> {
  const { lives, shops, seed, differences } = size;
  let books: Books | undefined;
  await report.play(
    `${count(lives)} lives over ${shops} shops, the service ${preset}: preview, expected and ledger are one`,
    async () => {
      books = await playBooks({ preset, ...size });
      const { compared, fees, notPlaced, handoffs } = books;
      const parcels = handoffs.reduce((sum, handoff) => sum + handoff.parcels.length, 0);
      report.note(
        `${count(handoffs.length)} orders (${count(parcels)} parcels), ${count(notPlaced)} refused at placing; ${count(compared.agrees)} sums agree with the ledger, Rs 0 off; ${count(compared.unknown)} of cancelled paid parcels, not defined`,
      );
      report.note(
        `fees of previews: ${count(fees.exact)} exact, ${count(fees.rounded)} but for the service's rounding, ${count(fees.some_lose)} of orders with a losing parcel, ${count(fees.not_said)} not said`,
      );
      return books.flaws.slice(0, MOST_SHOWN);
    },
  );
  await report.play(`${differences} differences in those ledgers: all found, none invented`, async () => {
    if (!books) return ["there are no books"];
    const before = findDifferences(books.handoffs);
    const { handoffs, injected } = injectDifferences(books.handoffs, { count: differences, seed });
    const { missed, invented, named } = compareDifferences(injected, findDifferences(handoffs));
    report.note(
      `named as they were made: ${Object.entries(named)
        .map(([kind, of]) => `${kind} ${of}`)
        .join(", ")}`,
    );
    return [
      ...[...before.keys()].map((name) => `${name} differed before`),
      ...missed.map((name) => `${name} was not found`),
      ...invented.map((name) => `${name} was invented`),
    ].slice(0, MOST_SHOWN);
  });
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
