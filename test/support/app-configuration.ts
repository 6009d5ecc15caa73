import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "smol-toml";
import { z } from "zod";

const subscription = z.object({
  topics: z.array(z.string()).default([]),
  compliance_topics: z.array(z.string()).default([]),
  uri: z.string(),
  include_fields: z.array(z.string()).optional(),
});

const configuration = z.object({
  access_scopes: z.object({ scopes: z.string(), optional_scopes: z.array(z.string()).default([]) }),
  webhooks: z.object({ subscriptions: z.array(subscription) }),
});

export type AppConfiguration = {
  readonly scopes: readonly string[];
  readonly optionalScopes: readonly string[];
  readonly subscriptions: readonly { topic: string; uri: string; includeFields?: readonly string[] }[];
};

/** What `shopify.app.toml` asks of Shopify: one subscription a topic, and the scopes. */
export async function readAppConfiguration(): Promise<AppConfiguration> {
  const file = path.resolve(import.meta.dirname, "../../shopify.app.toml");
  const { access_scopes, webhooks } = configuration.parse(parse(await readFile(file, "utf8")));
  return {
    optionalScopes: access_scopes.optional_scopes,
    scopes: access_scopes.scopes.split(",").map((scope) => scope.trim()),
    subscriptions: webhooks.subscriptions.flatMap(({ topics, compliance_topics, uri, include_fields }) =>
      [...topics, ...compliance_topics].map((topic) => ({ topic, uri, includeFields: include_fields })),
    ),
  };
}
