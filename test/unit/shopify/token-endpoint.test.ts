import { describe, expect, it } from "vitest";
import { createTokenEndpoint } from "#app/shopify/token-endpoint.server.ts";

/** Shopify's token endpoint as it answers with this body. */
function endpointAnswering(body: string) {
  const fetch = async () => new Response(body, { headers: { "content-type": "application/json" } });
  return createTokenEndpoint({
    apiKey: "key",
    apiSecrets: ["secret"],
    fetch,
    clock: { now: () => new Date(0) },
  });
}

describe("who acts, as the token endpoint says", () => {
  it("is told by an id that stays exact beyond 2^53", async () => {
    const user =
      '{"id":902541635000000007,"account_owner":true,"collaborator":false,"first_name":"A","last_name":""}';
    const endpoint = endpointAnswering(`{"access_token":"t","associated_user":${user}}`);
    const person = await endpoint.findActingUser("karwan-demo.myshopify.com", "session token");
    expect(person).toEqual({
      userId: "902541635000000007",
      accountOwner: true,
      collaborator: false,
      name: "A",
    });
  });

  it("is not known where it answers with something else", async () => {
    const endpoint = endpointAnswering("<html>");
    await expect(endpoint.findActingUser("karwan-demo.myshopify.com", "session token")).rejects.toMatchObject(
      {
        kind: "unavailable",
      },
    );
  });
});
