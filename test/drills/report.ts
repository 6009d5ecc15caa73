/** What a drill found: one line per case, and how long things took to come right again. */
export type Report = {
  /** Plays one case; what it returns or throws is what went wrong. */
  play(title: string, run: () => Promise<readonly string[]>): Promise<void>;
  /** Milliseconds from the death of a process to the end of all it left behind. */
  recovered(ms: number): void;
  /** A line of its own between the cases. */
  note(line: string): void;
  /** What was counted so far. */
  counts(): Counts;
};

export type Counts = {
  readonly cases: number;
  readonly failed: readonly string[];
  readonly recoveriesMs: readonly number[];
};

export function createReport(print: (line: string) => void): Report {
  const failed: string[] = [];
  const recoveriesMs: number[] = [];
  let cases = 0;
  return {
    play: async (title, run) => {
      const startedAt = performance.now();
      const problems = await run().catch((error: unknown) => [sentenceOf(error)]);
      const took = `${seconds(performance.now() - startedAt)} s`;
      cases += 1;
      print(`${problems.length === 0 ? "ok    " : "FAILED"} ${took.padStart(7)}  ${title}`);
      for (const problem of problems) print(`                 ${problem}`);
      if (problems.length > 0) failed.push(title);
    },
    note: (line) => print(`       ${line}`),
    recovered: (ms) => void recoveriesMs.push(ms),
    counts: () => ({ cases, failed, recoveriesMs }),
  };
}

/** What a killed process held goes on within so long, at p95, with the lease a deployer has. */
const RECOVERY_GOAL_MS = 15_000;

export function isBackInTime({ recoveriesMs }: Pick<Counts, "recoveriesMs">): boolean {
  return recoveriesMs.length === 0 || percentile(recoveriesMs, 95) <= RECOVERY_GOAL_MS;
}

/** The lines under the cases. */
export function summarise({ cases, failed, recoveriesMs }: Counts, tookMs: number): string[] {
  const recovery =
    recoveriesMs.length === 0
      ? "no recovery was measured"
      : `${recoveriesMs.length} processes killed, back at rest after p50 ${seconds(percentile(recoveriesMs, 50))} s, p95 ${seconds(percentile(recoveriesMs, 95))} s (goal: at most ${seconds(RECOVERY_GOAL_MS)} s, ${isBackInTime({ recoveriesMs }) ? "met" : "missed"})`;
  const verdict = failed.length === 0 ? "all hold" : `${failed.length} FAILED`;
  return [
    `${cases} cases in ${seconds(tookMs)} s: ${verdict}; ${recovery}.`,
    ...failed.map((title) => `  failed: ${title}`),
  ];
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
