import { z } from "zod";
import { parseEncryptionKeys } from "./encryption-keys.ts";
import { AppError } from "./errors.ts";

const developmentKey = `development:${Buffer.alloc(32, "karwan development key, not for production").toString("base64")}`;

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
    message: "must be id:base64 of 32 bytes, comma-separated, newest first",
  });
  return z.NEVER;
});

const variables = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  ROLE: z.enum(["all", "web", "worker"]).default("all"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  SHOPIFY_API_KEY: z.string().min(1).default("karwan-demo-key"),
  SHOPIFY_API_SECRET: list
    .pipe(z.array(z.string()).min(1))
    .default(["karwan-demo-secret-not-for-production"]),
  SHOPIFY_APP_URL: url.default("http://localhost:3000"),
  SERVICE_BASE_URL: url.default("http://localhost:4010/v1"),
  SERVICE_DASHBOARD_URL: url.optional(),
  WEBHOOK_BASE_URL: url.optional(),
  EGRESS_ADDRESSES: list.default([]),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  ENCRYPTION_KEYS: encryptionKeys.prefault(developmentKey),
  METRICS_TOKEN: z.string().min(16).optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  WORK_LEASE_MS: z.coerce.number().int().min(1000).max(600_000).default(30_000),
  SWEEP_INTERVAL_SCALE: z.coerce.number().min(0.0001).max(100).default(1),
  PLACING_PAUSED: z.stringbool().default(false),
  SHOPIFY_STANDIN_URL: url.optional(),
  APP_BRIDGE_URL: url.optional(),
  ADMIN_FRAME_ORIGIN: url.optional(),
  FAILPOINTS: z.string().optional(),
});

/** Every variable the app reads. `.env.example` says what each is for. */
export type Env = Readonly<
  Omit<z.output<typeof variables>, "WEBHOOK_BASE_URL"> & { WEBHOOK_BASE_URL: string }
>;

export const variableNames: readonly string[] = Object.keys(variables.shape);

const requiredInProduction = [
  "SHOPIFY_API_KEY",
  "SHOPIFY_API_SECRET",
  "SHOPIFY_APP_URL",
  "SERVICE_BASE_URL",
  "DATABASE_URL",
  "ENCRYPTION_KEYS",
] as const;
const onlyNearALocalApp = ["SHOPIFY_STANDIN_URL", "APP_BRIDGE_URL", "ADMIN_FRAME_ORIGIN"] as const;

const carriesSecrets = ["SHOPIFY_APP_URL", "SERVICE_BASE_URL", "WEBHOOK_BASE_URL"] as const;

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
  ];
  if (!parsed.success || problems.length > 0) {
    const sentence = `The environment is not valid:\n${problems.map((problem) => `  ${problem}`).join("\n")}`;
    throw new AppError("environment_invalid", sentence, { retryable: false, details: problems });
  }
  const env = parsed.data;
  return { ...env, WEBHOOK_BASE_URL: env.WEBHOOK_BASE_URL ?? env.SHOPIFY_APP_URL };
}

function productionProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  if (given.NODE_ENV !== "production") return [];
  const missing = requiredInProduction
    .filter((name) => given[name] === undefined)
    .map((name) => `${name}: production requires it`);
  const misplaced = onlyNearALocalApp
    .filter((name) => given[name] !== undefined && !isLocal(given.SHOPIFY_APP_URL))
    .map((name) => `${name}: refused in production unless SHOPIFY_APP_URL is local`);
  const readable = carriesSecrets
    .filter((name) => /^http:/i.test(given[name] ?? "") && !isLocal(given.SHOPIFY_APP_URL))
    .map((name) => `${name}: production requires https unless SHOPIFY_APP_URL is local`);
  const armed = given.FAILPOINTS === undefined ? [] : ["FAILPOINTS: refused in production"];
  return [...missing, ...misplaced, ...readable, ...sweepProblems(given), ...armed];
}

/** Much faster would eat the account's budget of calls, much slower would leave lost news unmended for hours. */
function sweepProblems({
  SWEEP_INTERVAL_SCALE,
  SHOPIFY_APP_URL,
}: Record<string, string | undefined>): string[] {
  const scale = Number(SWEEP_INTERVAL_SCALE ?? 1);
  if (isLocal(SHOPIFY_APP_URL) || (scale >= 0.5 && scale <= 4)) return [];
  return ["SWEEP_INTERVAL_SCALE: production takes 0.5 to 4 unless SHOPIFY_APP_URL is local"];
}

function isLocal(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\./.test(hostname)
  );
}
