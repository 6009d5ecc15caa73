import { it } from "vitest";
import type { z } from "zod";
import type { SupplierControl } from "#test/standins/supplier/control.ts";
import { DEMO_LIVE_KEY, DEMO_TEST_KEY, DEMO_WEBHOOK_HOST } from "#test/standins/supplier/defaults.ts";
import type { SupplierStandinOptions } from "#test/standins/supplier/options.ts";
import { startSupplierStandin } from "#test/standins/supplier/server.ts";
import { PRESETS, type PresetName, type Undefined } from "#test/standins/supplier/undefined-behaviour.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

export type Reply = { status: number; headers: Headers; body: unknown };
type Send = { key?: string | null; body?: unknown; rawBody?: string; headers?: Record<string, string> };

export type Contract = {
  baseUrl: string;
  controlUrl: string;
  control: SupplierControl;
  switches: Undefined;
  receiver: WebhookReceiver;
  send(method: string, path: string, send?: Send): Promise<Reply>;
  get<T>(path: string, shape: z.ZodType<T>, send?: Send): Promise<T>;
  post(path: string, body?: unknown, send?: Send): Promise<Reply>;
  /** Places an order with a key of its own. */
  place(body: unknown, send?: Send): Promise<Reply>;
};

/** Where every contract test's clock stands still: 09:00 UTC on a Monday. */
const START_AT = "2026-11-23T09:00:00.000Z";
export const TEST_KEY = DEMO_TEST_KEY;
export const WEBHOOK_URL = `https://${DEMO_WEBHOOK_HOST}/hooks/service`;

const shown: Record<PresetName, Set<string>> = {
  plain: new Set(),
  sparse: new Set(),
  contrary: new Set(),
};

/** Ids of the statements that the tests of a preset show; where one does not hold, its own test fails. */
export function shownStatements(preset: PresetName): ReadonlySet<string> {
  return shown[preset];
}

export type Prove = (
  statements: string[],
  title: string,
  check: (contract: Contract) => Promise<void>,
) => void;

/** Makes the `prove` of a preset: a test against a fresh stand-in; which statements it shows is kept. */
export function proveUnder(preset: PresetName, options: SupplierStandinOptions = {}): Prove {
  return (statements, title, check) => {
    for (const id of statements) shown[preset].add(id);
    it(title, async () => {
      const { contract, close } = await openContract(preset, options);
      try {
        await check(contract);
      } finally {
        await contract.receiver.close();
        await close();
      }
    });
  };
}

async function openContract(preset: PresetName, options: SupplierStandinOptions) {
  const receiver = await startWebhookReceiver();
  const standin = await startSupplierStandin({
    preset,
    hosts: { [DEMO_WEBHOOK_HOST]: receiver.url },
    clock: { at: START_AT, frozen: true },
    tickEveryMs: 0,
    ...options,
  });
  const { baseUrl, controlUrl, control } = standin;
  const send = senderOf(baseUrl);
  let placed = 0;
  const contract: Contract = {
    baseUrl,
    controlUrl,
    control,
    switches: { ...PRESETS[preset], ...options.undefined },
    receiver,
    send,
    get: async (path, shape, extra) => shape.parse((await send("GET", path, extra)).body),
    post: (path, body, extra) => send("POST", path, { ...extra, body }),
    place: (body, extra) => {
      placed += 1;
      const headers = { "Idempotency-Key": `key-${placed}`, ...extra?.headers };
      return send("POST", "/orders", { body, ...extra, headers });
    },
  };
  return { contract, close: () => standin.close() };
}

function senderOf(baseUrl: string): Contract["send"] {
  return async (method, path, { key = DEMO_LIVE_KEY, body, rawBody, headers = {} } = {}) => {
    const text = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        ...(text === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
    });
    const parsed: unknown = await response.json();
    return { status: response.status, headers: response.headers, body: parsed };
  };
}
