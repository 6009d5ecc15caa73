import { AppError } from "./errors.ts";

type Action = "kill" | "throw" | "stop";
type Armed = { readonly action: Action; readonly atHit: number; hits: number };

const grammar = /^([A-Z]\d+):(kill|throw|stop)(?::(\d+))?$/;
let armed: ReadonlyMap<string, Armed> = new Map();

/**
 * Arms points for a drill: `H5:kill` (first hit) or `H5:kill:3` (third hit), comma-separated.
 * @throws AppError `failpoints_malformed`
 */
export function armFailpoints(text: string | undefined): void {
  const entries = (text ?? "").split(",").filter((part) => part.trim() !== "");
  armed = new Map(entries.map((part) => parseEntry(part.trim())));
}

/**
 * Where the flow of parcels can be stopped, beside placing (H, S), intakes (W) and cancelling (C): the moment before and
 * after each change that cannot be taken back.
 */
export const parcelPoints = {
  P1: "before a fulfillment is made",
  P2: "after it was made, before it is kept",
  P3: "before an event is told",
  P4: "after it was told, before it is kept",
  P5: "before an order is marked as paid",
  P6: "after it was marked, before it is kept",
  P7: "after a fulfillment order was given back, before it is kept",
  P8: "all of a replaced order is cancelled, nothing is placed again yet",
  P10: "before changed tracking is sent on",
  P11: "after it was sent on, before it is kept",
  P12: "before the fulfillment of a refused parcel is cancelled",
  P13: "after it was cancelled, before the order is",
  P14: "after Shopify was asked to cancel a refused order, before that is kept",
} as const;

/** Where a payment from the wallet can be stopped: the service's call has no key that would make it repeatable. */
export const paymentPoints = {
  Y0: "what is paid by itself is chosen, nothing is committed",
  Y1: "the wish is committed, nobody was asked",
  Y2: "given to be sent, before the bytes leave",
  Y3: "the service has acted, before anything of its answer is read",
  Y4: "after the answer, before it is kept",
} as const;

/** Where disconnecting can be stopped. */
export const endingPoints = {
  D1: "the wish is committed and the key out of use, nobody was asked",
  D2: "after the answer, before it is kept",
} as const;

/** A named moment in the flow. Does nothing unless a drill armed it when the process started. */
export function failpoint(name: string): void {
  const point = armed.get(name);
  if (!point) return;
  point.hits += 1;
  if (point.hits !== point.atHit) return;
  if (point.action === "throw") throw new AppError("failpoint", `Failpoint ${name}`, { retryable: true });
  process.kill(process.pid, point.action === "kill" ? "SIGKILL" : "SIGSTOP");
}

function parseEntry(part: string): [string, Armed] {
  const [, name, action, atHit] = grammar.exec(part) ?? [];
  if (name === undefined || (action !== "kill" && action !== "throw" && action !== "stop")) {
    throw new AppError("failpoints_malformed", `Not a failpoint: ${part}`, { retryable: false });
  }
  return [name, { action, atHit: Number(atHit ?? 1), hits: 0 }];
}
