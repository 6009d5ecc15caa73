/** One product as the three sides know it. */
export type StockSides = {
  readonly name: string;
  /** What the service has. */
  readonly service: number;
  /** What customers see, and what their open orders hold, at our location. */
  readonly shown: number;
  readonly committed: number;
  /** Units the service has accepted and nobody has shipped. */
  readonly accepted: number;
  /** What our own row says stands in Shopify. */
  readonly pushed: number | null;
};

/** At rest all agree: what the service has, less what was sold and is not accepted, and nothing below 0. */
export function problemsAtRest(sides: readonly StockSides[]): string[] {
  return sides.flatMap(({ name, service, shown, committed, accepted, pushed }) => {
    const wanted = Math.max(0, service - Math.max(0, committed - accepted));
    const asFor = `the service has ${service}, ${committed} are sold, ${accepted} accepted`;
    return [
      ...(shown === wanted ? [] : [`${name} shows ${shown}, not ${wanted}: ${asFor}`]),
      ...(pushed === shown ? [] : [`${name} shows ${shown}, our row says ${pushed}`]),
    ];
  });
}

/** One product at one moment of a burst. */
export type StockSample = {
  readonly atMs: number;
  /** What the service had by its last word that we took in, and when that was said, by its clock. */
  readonly reported: number;
  readonly reportedAtMs: number;
  readonly accepted: number;
  readonly shown: number;
  readonly committed: number;
};

/** A write may be on its way for so long while a newer event is applied. */
const ON_ITS_WAY_MS = 3000;

/**
 * Whenever more is shown than a moment before, it is no more than what the service had by its last word, less what it
 * had not accepted; and that word is never an older one than before.
 */
export function problemsOnTheWay(name: string, samples: readonly StockSample[]): string[] {
  return samples.flatMap((now, index) => {
    const before = samples[index - 1] ?? now;
    const isOlder = now.reportedAtMs < before.reportedAtMs;
    return [
      ...(isOlder
        ? [`an older report of ${name} came over a newer one: ${before.reported}, then ${now.reported}`]
        : []),
      ...(now.shown > before.shown ? problemsOfRising(name, samples, index) : []),
    ];
  });
}

function problemsOfRising(name: string, samples: readonly StockSample[], index: number): string[] {
  const now = samples[index];
  if (!now) return [];
  const lately = samples.slice(0, index + 1).filter(({ atMs }) => atMs >= now.atMs - ON_ITS_WAY_MS);
  const reported = Math.max(...lately.map((sample) => sample.reported));
  // An order accepted while we looked: counted as accepted.
  const { accepted } = samples[index + 1] ?? now;
  const most = Math.max(0, reported - Math.max(0, now.committed - accepted));
  return now.shown > most
    ? [`${name} rose to ${now.shown}, where ${most} were there: ${reported} by the service's word`]
    : [];
}
