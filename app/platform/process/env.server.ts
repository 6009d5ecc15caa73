import { z } from "zod";
import { parseEncryptionKeys } from "#app/platform/crypto/encryption-keys.ts";
import { AppError } from "#app/platform/errors.ts";

const developmentKeyBytes = Buffer.alloc(32, "karwan development key, not for production");
const developmentKey = `development:${developmentKeyBytes.toString("base64")}`;
/** What the demo's own key and secret for Shopify begin with. */
const demoPrefix = "karwan-demo-";

const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ""));
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);

const encryptionKeys = z.string().transform((text, context) => {
  const keys = parseEncryptionKeys(text);
  if (keys) return keys;
  context.addIssue({
    code: "custom",
    message: "must be id:base64 of 32 bytes, comma-separated; the first one seals",
  });
  return z.NEVER;
});

/** `mail@karwan.example`, or `Karwan <mail@karwan.example>`. */
const sender = z
  .string()
  .regex(
    /^([^<>"\\\r\n]+ )?<[^<>\s@]+@[^<>\s@]+>$|^[^<>\s@]+@[^<>\s@]+$/,
    "must be an address, or a name and <address>",
  );

const variables = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  ROLE: z.enum(["all", "web", "worker"]).default("all"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  SHOPIFY_API_KEY: z.string().min(1).default(`${demoPrefix}key`),
  SHOPIFY_API_SECRET: list
    .pipe(z.array(z.string()).min(1))
    .default([`${demoPrefix}secret-not-for-production`]),
  SHOPIFY_APP_URL: url.default("http://localhost:3000"),
  SERVICE_BASE_URL: url.default("http://localhost:4010/v1"),
  SERVICE_DASHBOARD_URL: url.optional(),
  WEBHOOK_BASE_URL: url.optional(),
  EGRESS_ADDRESSES: list.default([]),
  PROXIES_IN_FRONT: z.coerce.number().int().min(0).max(10).default(1),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  ENCRYPTION_KEYS: encryptionKeys.prefault(developmentKey),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: sender.optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  WORK_LEASE_MS: z.coerce.number().int().min(1000).max(600_000).default(8000),
  DRAIN_SECONDS: z.coerce.number().min(0).max(15).optional(),
  SWEEP_INTERVAL_SCALE: z.coerce.number().min(0.0001).max(100).default(1),
  PLACING_PAUSED: z.stringbool().default(false),
  SHOPIFY_STANDIN_URL: url.optional(),
  APP_BRIDGE_URL: url.optional(),
  ADMIN_FRAME_ORIGIN: url.optional(),
  EXTENSION_ORIGIN: url.optional(),
  FAILPOINTS: z.string().optional(),
});

/** Every variable the app reads. `.env.example` says what each is for. */
export type Env = Readonly<
  Omit<Variables, "WEBHOOK_BASE_URL" | "DRAIN_SECONDS"> & {
    WEBHOOK_BASE_URL: string;
    DRAIN_SECONDS: number;
    /** Whether others than this machine reach the app: production, or an address that is not local. */
    isReachable: boolean;
  }
>;

type Variables = z.output<typeof variables>;

export const variableNames: readonly string[] = Object.keys(variables.shape);

const requiredInProduction = [
  "SHOPIFY_API_KEY",
  "SHOPIFY_API_SECRET",
  "SHOPIFY_APP_URL",
  "SERVICE_BASE_URL",
  "DATABASE_URL",
  "ENCRYPTION_KEYS",
] as const;
const onlyNearALocalApp = [
  "SHOPIFY_STANDIN_URL",
  "APP_BRIDGE_URL",
  "ADMIN_FRAME_ORIGIN",
  "EXTENSION_ORIGIN",
  "FAILPOINTS",
] as const;

/** A load balancer that asks every 2 seconds, twice before it believes it. */
const usualDrainSeconds = 5;

const carriesSecrets = ["SHOPIFY_APP_URL", "SERVICE_BASE_URL", "WEBHOOK_BASE_URL"] as const;

/**
 * Takes the variables Shopify CLI gives its `dev` command for ours: `HOST` is where its tunnel begins. Where no key is
 * set, `makeKey` gives one for the folder of the data. A page is some hundred files to Vite: not each of them is logged.
 */
export async function takeCliVariables(makeKey: (dataDir: string) => Promise<string>): Promise<void> {
  const { env } = process;
  env.SHOPIFY_APP_URL ||= env.HOST || env.APP_URL || "";
  env.LOG_LEVEL ||= "warn";
  env.DRAIN_SECONDS ||= "0";
  env.ENCRYPTION_KEYS ||= await makeKey(env.DATA_DIR || ".data");
}

/**
 * Reads the environment once, at start.
 * @throws AppError `environment_invalid` naming every problem at once
 */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = variables.safeParse(given);
  const problems = [
    ...(parsed.error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) ?? []),
    ...productionProblems(given),
    ...(parsed.data ? demoProblems(parsed.data) : []),
    ...addressProblems(given),
    ...mailProblems(given),
  ];
  if (!parsed.success || problems.length > 0) {
    const sentence = `The environment is not valid:\n${problems.map((problem) => `  ${problem}`).join("\n")}`;
    throw new AppError("environment_invalid", sentence, { retryable: false, details: problems });
  }
  const env = parsed.data;
  const isReachable = env.NODE_ENV === "production" || !isLocal(env.SHOPIFY_APP_URL);
  return {
    ...env,
    isReachable,
    WEBHOOK_BASE_URL: env.WEBHOOK_BASE_URL ?? env.SHOPIFY_APP_URL,
    DRAIN_SECONDS: env.DRAIN_SECONDS ?? (isLocal(env.SHOPIFY_APP_URL) ? 0 : usualDrainSeconds),
  };
}

type EnvSource = Readonly<Record<string, string | undefined>>;

function productionProblems(given: EnvSource): string[] {
  if (given.NODE_ENV !== "production") return [];
  const missing = requiredInProduction
    .filter((name) => given[name] === undefined)
    .map((name) => `${name}: production requires it`);
  return given.FAILPOINTS === undefined ? missing : [...missing, "FAILPOINTS: refused in production"];
}

/** Without both of them no mail is sent. */
function mailProblems({ SMTP_URL, MAIL_FROM }: EnvSource): string[] {
  if ((SMTP_URL === undefined) === (MAIL_FROM === undefined)) return [];
  return [SMTP_URL === undefined ? "SMTP_URL: MAIL_FROM requires it" : "MAIL_FROM: SMTP_URL requires it"];
}

/** Everybody knows what the demo runs with, so that it signs and seals nothing where others reach the app. */
function demoProblems(env: Variables): string[] {
  if (isLocal(env.SHOPIFY_APP_URL)) return [];
  const known = [
    ...(env.SHOPIFY_API_KEY.startsWith(demoPrefix) ? ["SHOPIFY_API_KEY"] : []),
    ...(env.SHOPIFY_API_SECRET.some((secret) => secret.startsWith(demoPrefix)) ? ["SHOPIFY_API_SECRET"] : []),
    ...(env.ENCRYPTION_KEYS.some(({ key }) => key.equals(developmentKeyBytes)) ? ["ENCRYPTION_KEYS"] : []),
  ];
  return known.map((name) => `${name}: the demo's own is refused unless SHOPIFY_APP_URL is local`);
}

/** What belongs to a machine of one's own, whatever NODE_ENV says. */
function addressProblems(given: EnvSource): string[] {
  if (given.SHOPIFY_APP_URL === undefined && given.NODE_ENV !== "production") return [];
  if (isLocal(given.SHOPIFY_APP_URL)) return [];
  const misplaced = onlyNearALocalApp
    .filter((name) => given[name] !== undefined)
    .map((name) => `${name}: refused unless SHOPIFY_APP_URL is local`);
  const readable = carriesSecrets
    .filter((name) => /^http:/i.test(given[name] ?? ""))
    .map((name) => `${name}: must be https unless SHOPIFY_APP_URL is local`);
  return [...misplaced, ...readable, ...sweepProblems(given)];
}

/** Much faster would eat the account's budget of calls, much slower would leave lost events unmended for hours. */
function sweepProblems({ SWEEP_INTERVAL_SCALE }: EnvSource): string[] {
  const scale = Number(SWEEP_INTERVAL_SCALE ?? 1);
  if (scale >= 0.5 && scale <= 4) return [];
  return ["SWEEP_INTERVAL_SCALE: must be 0.5 to 4 unless SHOPIFY_APP_URL is local"];
}

function isLocal(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}
