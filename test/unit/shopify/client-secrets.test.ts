import { describe, expect, it } from "vitest";
import { signingSecretOf, withClientSecrets } from "#app/shopify/client-secrets.server.ts";
import { mintSessionToken } from "#test/standins/shopify/session-token.ts";

const TOKENS = "https://karwan-demo.myshopify.com/admin/oauth/access_token";
const [NEW, OLD] = ["the-new-secret", "the-old-secret"];

/** Answers as a Shopify that knows these secrets, and keeps what each request carried. */
function shopifyThatKnows(known: readonly string[], refusal = { error: "invalid_client" }) {
  const asked: string[] = [];
  const fetch = withClientSecrets(
    async (_url, init) => {
      const { client_secret } = JSON.parse(String(init?.body));
      asked.push(client_secret);
      return known.includes(client_secret)
        ? Response.json({ access_token: "shpua_1" })
        : Response.json(refusal, { status: 401 });
    },
    [NEW, OLD],
  );
  const ask = (url = TOKENS) =>
    fetch(url, { method: "POST", body: JSON.stringify({ client_id: "key", client_secret: OLD }) });
  return { asked, ask };
}

describe("a token request", () => {
  it.each([
    ["the newest secret where Shopify knows both", [NEW, OLD], [NEW], 200],
    ["the newest secret once it is the only one", [NEW], [NEW], 200],
    ["the older one where Shopify does not know the newest yet", [OLD], [NEW, OLD], 200],
    ["each secret once where Shopify knows none", [], [NEW, OLD], 401],
  ])("carries %s", async (_what, known, carried, status) => {
    const { asked, ask } = shopifyThatKnows(known);
    expect((await ask()).status).toBe(status);
    expect(asked).toEqual(carried);
  });

  it("is not sent again when something else was refused", async () => {
    const { asked, ask } = shopifyThatKnows([], { error: "invalid_grant" });
    const answer = await ask();
    expect([asked, await answer.json()]).toEqual([[NEW], { error: "invalid_grant" }]);
  });

  it("is told by its address: anything else goes out as it is", async () => {
    const { asked, ask } = shopifyThatKnows([OLD]);
    await ask("https://karwan-demo.myshopify.com/admin/api/graphql.json");
    expect(asked).toEqual([OLD]);
  });
});

describe("the secret a session token is signed with", () => {
  const token = (apiSecret: string) =>
    mintSessionToken({ shop: "a.myshopify.com", userId: 1, apiKey: "key", apiSecret, now: new Date() });

  it("is found in the list, and is the newest where none fits", () => {
    expect([NEW, OLD, "another"].map((secret) => signingSecretOf(token(secret), [NEW, OLD]))).toEqual([
      0, 1, 0,
    ]);
    for (const broken of [null, "", "a.b", `${token(OLD)}x`])
      expect(signingSecretOf(broken, [NEW, OLD])).toBe(0);
  });
});
