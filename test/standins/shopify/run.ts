import { z } from "zod";
import { DEMO_API_KEY, DEMO_API_SECRET, DEMO_SHOP } from "./defaults.ts";
import { startShopifyStandin } from "./server.ts";

/** Runs the stand-in as a process: JSON options in the first argument, one JSON line when ready, ends on SIGTERM. */
const optionsSchema = z.object({
  apiKey: z.string().default(DEMO_API_KEY),
  apiSecret: z.string().default(DEMO_API_SECRET),
  appUrl: z.string().default("http://127.0.0.1:3000"),
  port: z.number().optional(),
  shops: z.array(z.string()).default([DEMO_SHOP]),
  scopes: z.array(z.string()).optional(),
  optionalScopes: z.array(z.string()).optional(),
  subscriptions: z
    .array(
      z.object({
        topic: z.string(),
        uri: z.string(),
        includeFields: z.array(z.string()).optional(),
        name: z.string().optional(),
      }),
    )
    .optional(),
  appProxy: z.object({ url: z.string(), prefix: z.string(), subpath: z.string() }).optional(),
  rulesOff: z.array(z.string()).optional(),
  routingDelayMs: z.number().optional(),
  bucket: z.object({ maximum: z.number(), restorePerSecond: z.number() }).optional(),
  retryDelaysMs: z.array(z.number()).optional(),
});

const standin = await startShopifyStandin(optionsSchema.parse(JSON.parse(process.argv[2] ?? "{}")));
process.stdout.write(`${JSON.stringify({ url: standin.url, controlUrl: standin.controlUrl })}\n`);
process.on("SIGTERM", () => {
  void standin.close().then(() => process.exit(0));
});
