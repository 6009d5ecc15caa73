import "@shopify/shopify-api/adapters/node";
import { ApiVersion, LogSeverity, shopifyApi } from "@shopify/shopify-api";
import { describe, expect, it } from "vitest";
import { readProxiedRequest } from "#app/shopify/proxy-signature.ts";
import { type ProxySigning, signProxiedQuery } from "#test/standins/shopify/storefront/forward-to-app.ts";

const secret = "hush";
const shop = "rang.myshopify.com";
const now = new Date("2026-11-27T10:00:00Z");
const seconds = now.getTime() / 1000;

const sign = (params = "", over: Partial<ProxySigning> = {}) =>
  signProxiedQuery(new URLSearchParams(params), {
    ...{ shop, pathPrefix: "/apps/karwan", secret, timestamp: seconds },
    ...over,
  });
const read = (query: string, secrets = [secret]) => readProxiedRequest({ query, secrets, now });

describe("a request of the app proxy", () => {
  it("is taken with its signature, and says whose storefront it comes from", () => {
    const request = read(sign("lang=ur&order=a%20b"));
    expect(request?.shop).toBe(shop);
    expect(request?.params.get("order")).toBe("a b");
  });

  it("is signed by the stand-in as Shopify's own library expects", async () => {
    const { utils } = shopifyApi({
      ...{ apiKey: "key", apiSecretKey: secret, hostName: "karwan.example", scopes: [] },
      ...{ apiVersion: ApiVersion.July26, isEmbeddedApp: true },
      logger: { level: LogSeverity.Error },
    });
    const query = sign("lang=ur&a=1&a=2", { timestamp: Math.floor(Date.now() / 1000) });
    expect(await utils.validateHmac(new URLSearchParams(query), { signator: "appProxy" })).toBe(true);
  });

  it("is taken under each secret that Shopify may sign with", () => {
    expect(read(sign(), ["new", secret])?.shop).toBe(shop);
    expect(read(sign(), ["new"])).toBeNull();
  });

  it.each([
    ["has no signature", sign().replace(/&signature=.*/, "")],
    ["has another signature", sign().replace(/signature=.{4}/, "signature=0000")],
    ["has a signature of another length", `${sign()}00`],
    ["was changed after it was signed", sign("order=1").replace("order=1", "order=2")],
    ["has a parameter more than was signed", `${sign()}&lang=ur`],
    ["is 91 seconds old", sign("", { timestamp: seconds - 91 })],
    ["is 91 seconds ahead", sign("", { timestamp: seconds + 91 })],
    ["has no time", sign("", { timestamp: Number.NaN })],
    ["names a parameter twice", sign("lang=en&lang=ur")],
    ["names a shop twice", sign(`shop=${shop}`)],
    ["names no shop of Shopify's", sign("", { shop: "rang.example" })],
    ["has nothing", ""],
  ])("is refused where it %s", (_what, query) => {
    expect(read(query)).toBeNull();
  });

  it.each([-90, 90])("may be %d seconds away from our clock", (away) => {
    expect(read(sign("", { timestamp: seconds + away }))?.shop).toBe(shop);
  });
});
