/** What a block reads: its data, that the app knows nothing of the thing, or that no answer came. */
export type BlockReading<Block> =
  | { readonly kind: "read"; readonly block: Block }
  | { readonly kind: "unknown" }
  | { readonly kind: "failed" };

/** What came of a press: a sentence of the app's, or no answer, after which nobody knows. */
export type PressOutcome =
  | { readonly kind: "done"; readonly sentence: string }
  | { readonly kind: "refused"; readonly sentence: string }
  | { readonly kind: "unanswered" };

/** Names one press, so that the app does it once however often it is sent. */
const PRESS_HEADER = "x-karwan-press";
/** The app still does it, is full, or is being started again: the same press may be sent again. */
const ASK_AGAIN: ReadonlySet<number> = new Set([425, 429, 502, 503, 504]);
const WAITS_MS = [500, 1500, 4000];
const TRY_MS = 20_000;

/** Reads a block's data. Shopify resolves the path against the app's address and adds the session token. */
export async function readBlock<Block>(path: string): Promise<BlockReading<Block>> {
  const response = await send(path, {});
  if (response?.status === 404) return { kind: "unknown" };
  if (!response?.ok) return { kind: "failed" };
  const block = await response.json().catch(() => null);
  return block === null ? { kind: "failed" } : { kind: "read", block };
}

/** Sends what a button says, until there is an answer. */
export async function sendPress(
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<PressOutcome> {
  const headers = { [PRESS_HEADER]: crypto.randomUUID() };
  const response = await send(path, { method: "POST", headers, body: new URLSearchParams(fields) });
  return toOutcome(await response?.json().catch(() => null));
}

/** Null where no answer came. */
async function send(path: string, init: RequestInit): Promise<Response | null> {
  for (const waitMs of [...WAITS_MS, null]) {
    const response = await fetch(path, { ...init, signal: AbortSignal.timeout(TRY_MS) }).catch(() => null);
    if (response && !ASK_AGAIN.has(response.status)) return response;
    if (waitMs !== null) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return null;
}

function toOutcome(answer: unknown): PressOutcome {
  const { ok, done, reason, detail } = toRecord(answer);
  if (ok === true && typeof done === "string") return { kind: "done", sentence: done };
  if (ok !== false || typeof reason !== "string") return { kind: "unanswered" };
  return { kind: "refused", sentence: typeof detail === "string" ? `${reason} ${detail}` : reason };
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
