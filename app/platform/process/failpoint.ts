import { AppError } from "#app/platform/errors.ts";

type Action = "kill" | "throw" | "stop";
type ArmedFailpoint = { readonly action: Action; readonly atHit: number; hits: number };

const grammar = /^([A-Z]\d+):(kill|throw|stop)(?::(\d+))?$/;
let armed: ReadonlyMap<string, ArmedFailpoint> = new Map();

/**
 * Arms points for a drill: `H5:kill` (first hit) or `H5:kill:3` (third hit), comma-separated.
 * @throws AppError `failpoints_malformed`
 */
export function armFailpoints(text: string | undefined): void {
  const entries = (text ?? "").split(",").filter((part) => part.trim() !== "");
  armed = new Map(entries.map((part) => parseEntry(part.trim())));
}

/**
 * A named moment before or after a change that cannot be taken back. Does nothing unless a drill armed it when the process
 * started. The letter says where, for instance W intakes, H and S placing, C cancelling, P parcels, Y payments, E mails.
 */
export function failpoint(name: string): void {
  const point = armed.get(name);
  if (!point) return;
  point.hits += 1;
  if (point.hits !== point.atHit) return;
  if (point.action === "throw") throw new AppError("failpoint", `Failpoint ${name}`, { retryable: true });
  process.kill(process.pid, point.action === "kill" ? "SIGKILL" : "SIGSTOP");
}

function parseEntry(part: string): [string, ArmedFailpoint] {
  const [, name, action, atHit] = grammar.exec(part) ?? [];
  if (name === undefined || (action !== "kill" && action !== "throw" && action !== "stop")) {
    throw new AppError("failpoints_malformed", `Not a failpoint: ${part}`, { retryable: false });
  }
  return [name, { action, atHit: Number(atHit ?? 1), hits: 0 }];
}
