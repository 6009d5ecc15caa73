import { readFile } from "node:fs/promises";

/** The value below which this share of the values lies; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** What a stranger would leave out too: an answer the machine had no time for. */
const KEPT_SHARE = 0.95;

export function withoutSlowest(values: readonly number[]): readonly number[] {
  const limit = percentile(values, KEPT_SHARE);
  return values.filter((value) => value <= limit);
}

/** How sure it is that two samples are of different means, whatever their spread: beyond about 4.5 it is. */
export function welchT(a: readonly number[], b: readonly number[]): number {
  const [one, other] = [describeSample(a), describeSample(b)];
  return (one.mean - other.mean) / Math.sqrt(one.variance / a.length + other.variance / b.length);
}

function describeSample(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, variance };
}

/** "p50 310 ms, p95 420 ms, p99 560 ms" */
export function describeTimes(valuesMs: readonly number[]): string {
  return [0.5, 0.95, 0.99]
    .map((share) => `p${share * 100} ${percentile(valuesMs, share).toFixed(0)} ms`)
    .join(", ");
}

/** What a process holds now and held at most, in MB; null where the system does not tell. */
export async function readMemory(pid: number): Promise<{ nowMb: number; mostMb: number } | null> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
  if (Number.isNaN(kb("VmRSS"))) return null;
  return { nowMb: Math.round(kb("VmRSS") / 1024), mostMb: Math.round(kb("VmHWM") / 1024) };
}

/** Processor time a process has used so far, in milliseconds; null where the system does not tell. */
export async function readCpuMs(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // After the name in brackets: state is the 1st field, user and system time the 12th and 13th, in 10 ms.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isNaN(ticks) ? null : ticks * 10;
}
