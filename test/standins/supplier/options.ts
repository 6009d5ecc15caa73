import { z } from "zod";
import {
  DEMO_ACCOUNT_ID,
  DEMO_INTEGRATION_ID,
  DEMO_LIVE_KEY_ID,
  DEMO_LIVE_SECRET,
  DEMO_OPENING_BALANCE,
  DEMO_TEST_KEY_ID,
  DEMO_TEST_SECRET,
} from "./defaults.ts";
import type { PresetName, Undefined } from "./undefined-behaviour.ts";

export const keyOptions = z.object({
  id: z.string(),
  secret: z.string(),
  mode: z.enum(["live", "test"]),
  accountId: z.string().default(DEMO_ACCOUNT_ID),
  integrationId: z.string().default(DEMO_INTEGRATION_ID),
  allowedIps: z.array(z.string()).nullable().default(null),
});
export type KeyOptions = z.input<typeof keyOptions>;

export const accountOptions = z.object({
  id: z.string(),
  brandName: z.string(),
  openingBalance: z.number().int().default(DEMO_OPENING_BALANCE),
});
export type AccountOptions = z.input<typeof accountOptions>;

const DEFAULT_ACCOUNTS: AccountOptions[] = [{ id: DEMO_ACCOUNT_ID, brandName: "Karwan Demo Store" }];
const DEFAULT_KEYS: KeyOptions[] = [
  { id: DEMO_LIVE_KEY_ID, secret: DEMO_LIVE_SECRET, mode: "live" },
  { id: DEMO_TEST_KEY_ID, secret: DEMO_TEST_SECRET, mode: "test" },
];

export const supplierOptions = z.object({
  port: z.number().int().default(0),
  controlPort: z.number().int().default(0),
  /** Where deliveries to a public host really go: `{"karwan.example": "http://127.0.0.1:3000"}`. */
  hosts: z.record(z.string(), z.string()).default({}),
  preset: z.enum(["plain", "sparse", "contrary"]).default("plain"),
  undefined: z.custom<Partial<Undefined>>(isObject, "Must be an object").default({}),
  accounts: z.array(accountOptions).prefault(DEFAULT_ACCOUNTS),
  keys: z.array(keyOptions).prefault(DEFAULT_KEYS),
  clock: z.object({ at: z.string().optional(), frozen: z.boolean().optional() }).default({}),
  /** Real milliseconds between looks at what is due; 0 = only when told. */
  tickEveryMs: z.number().int().default(200),
  /** The service caches catalog answers for about a minute; 0 turns it off. */
  catalogCacheSeconds: z.number().default(60),
  deliveryTimeoutMs: z.number().default(10_000),
  faultSeed: z.number().int().default(1),
});

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

export type SupplierStandinOptions = {
  port?: number;
  controlPort?: number;
  hosts?: Record<string, string>;
  preset?: PresetName;
  undefined?: Partial<Undefined>;
  accounts?: AccountOptions[];
  keys?: KeyOptions[];
  clock?: { at?: string; frozen?: boolean };
  tickEveryMs?: number;
  catalogCacheSeconds?: number;
  deliveryTimeoutMs?: number;
  faultSeed?: number;
};
export type ParsedOptions = z.output<typeof supplierOptions>;
