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
  app_proxy: z.object({ url: z.string(), prefix: z.string(), subpath: z.string() }),
  webhooks: z.object({ subscriptions: z.array(subscription) }),
});

const flowExtensions = z.object({
  extensions: z.array(
    z.object({
      type: z.enum(["flow_trigger", "flow_action"]),
      handle: z.string(),
      runtime_url: z.string().optional(),
      settings: z.object({ fields: z.array(z.object({ type: z.string(), key: z.string().optional() })) }),
    }),
  ),
});

/** One of `extensions/flow`: its handle, and the names of its fields as requests have them. */
type FlowExtension = {
  readonly type: "flow_trigger" | "flow_action";
  readonly handle: string;
  readonly fields: readonly string[];
  readonly runtimeUrl?: string;
};

/** What the extensions of Shopify Flow declare; a reference is named by what it refers to. */
export async function readFlowExtensions(): Promise<readonly FlowExtension[]> {
  const file = path.resolve(import.meta.dirname, "../../extensions/flow/shopify.extension.toml");
  const { extensions } = flowExtensions.parse(parse(await readFile(file, "utf8")));
  return extensions.map(({ type, handle, runtime_url, settings }) => ({
    ...{ type, handle, runtimeUrl: runtime_url },
    fields: settings.fields.map((field) => field.key ?? field.type.replace(/_reference$/, "_id")),
  }));
}

export type AppConfiguration = {
  readonly scopes: readonly string[];
  readonly optionalScopes: readonly string[];
  readonly subscriptions: readonly { topic: string; uri: string; includeFields?: readonly string[] }[];
  readonly flowTriggers: readonly FlowExtension[];
  readonly appProxy: { readonly url: string; readonly prefix: string; readonly subpath: string };
};

/** What `shopify.app.toml` asks of Shopify: one subscription a topic, and the scopes. */
export async function readAppConfiguration(): Promise<AppConfiguration> {
  const file = path.resolve(import.meta.dirname, "../../shopify.app.toml");
  const { access_scopes, app_proxy, webhooks } = configuration.parse(parse(await readFile(file, "utf8")));
  return {
    appProxy: app_proxy,
    flowTriggers: (await readFlowExtensions()).filter(({ type }) => type === "flow_trigger"),
    optionalScopes: access_scopes.optional_scopes,
    scopes: access_scopes.scopes.split(",").map((scope) => scope.trim()),
    subscriptions: webhooks.subscriptions.flatMap(({ topics, compliance_topics, uri, include_fields }) =>
      [...topics, ...compliance_topics].map((topic) => ({ topic, uri, includeFields: include_fields })),
    ),
  };
}
