import { readFileSync } from "node:fs";
import { isEnumType } from "graphql";
import { parse } from "smol-toml";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { API_VERSION } from "#app/shopify/api-version.ts";
import { CHECKOUT_SCOPES, PUBLISHING_SCOPES, REQUIRED_SCOPES } from "#app/shopify/scopes.ts";
import { ADMIN_API_VERSION, loadAdminSchema, prefetchAdminSchema } from "#test/support/admin-schema.ts";

const subscription = z.object({
  topics: z.array(z.string()).default([]),
  compliance_topics: z.array(z.string()).default([]),
  uri: z.string(),
  include_fields: z.array(z.string()).optional(),
});

const config = z
  .object({
    embedded: z.boolean(),
    application_url: z.url(),
    access_scopes: z.object({ scopes: z.string(), optional_scopes: z.array(z.string()) }),
    webhooks: z.object({ api_version: z.string(), subscriptions: z.array(subscription) }),
  })
  .parse(parse(readFileSync(new URL("../../../shopify.app.toml", import.meta.url), "utf8")));

const { subscriptions } = config.webhooks;
const topics = subscriptions.flatMap((each) => each.topics);

beforeAll(async () => {
  await prefetchAdminSchema();
});

describe("shopify.app.toml", () => {
  it("states the API version the code and the checked schema use", () => {
    expect(config.webhooks.api_version).toBe(API_VERSION);
    expect(ADMIN_API_VERSION).toBe(API_VERSION);
  });

  it("asks for the scopes the code expects, in one list", () => {
    expect(config.access_scopes.scopes.split(",")).toEqual([...REQUIRED_SCOPES]);
  });

  it("asks for the scopes of publishing and of the checkout in place only", () => {
    expect(config.access_scopes.optional_scopes).toEqual([...PUBLISHING_SCOPES, ...CHECKOUT_SCOPES]);
  });

  it("names only topics Shopify has, each once", () => {
    const known = loadAdminSchema().getType("WebhookSubscriptionTopic");
    if (!isEnumType(known)) throw new Error("The schema has no webhook topics");
    const values = new Set(known.getValues().map(({ name }) => name));
    expect(topics.filter((topic) => !values.has(topic.replace("/", "_").toUpperCase()))).toEqual([]);
    expect(new Set(topics).size).toBe(topics.length);
  });

  it("sends everything to the one intake, compliance included", () => {
    expect(new Set(subscriptions.map(({ uri }) => uri))).toEqual(new Set(["/webhooks/shopify"]));
    expect(subscriptions.flatMap((each) => each.compliance_topics).toSorted()).toEqual([
      "customers/data_request",
      "customers/redact",
      "shop/redact",
    ]);
  });

  it("has no personal data sent: bodies are cut to ids, or hold only ids", () => {
    const harmless =
      /^(id|admin_graphql_api_id|updated_at|created_at|order_id|current|order_edit\.\w*(id|_at))$/;
    for (const each of subscriptions.filter(({ topics }) =>
      topics.some((topic) => !topic.startsWith("fulfillment_orders/")),
    )) {
      expect(
        each.include_fields?.filter((field) => !harmless.test(field)),
        each.topics.join(),
      ).toEqual([]);
    }
  });

  it("is an embedded app with addresses of its own", () => {
    expect(config).toMatchObject({ embedded: true, application_url: expect.stringMatching(/^https:/) });
  });
});
