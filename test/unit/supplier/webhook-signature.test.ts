import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hasValidSignature } from "#app/supplier/webhook-signature.ts";

const rawBody = Buffer.from('{"id":"evt_1","نام":"اے"}');
const sign = (secret: string, body: Uint8Array = rawBody) =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
const signature = sign("current-secret");

describe("hasValidSignature", () => {
  it("accepts the current secret and the previous one", () => {
    const secrets = ["current-secret", "previous-secret"];
    expect(hasValidSignature({ rawBody, signature, secrets })).toBe(true);
    expect(hasValidSignature({ rawBody, signature: sign("previous-secret"), secrets })).toBe(true);
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["an empty header", ""],
    ["no prefix", signature.slice(7)],
    ["an upper-case prefix", signature.replace("sha256", "SHA256")],
    ["upper-case hex", `sha256=${signature.slice(7).toUpperCase()}`],
    ["a digit too few", signature.slice(0, -1)],
    ["a digit too many", `${signature}0`],
    ["a trailing newline", `${signature}\n`],
    ["a leading space", ` ${signature}`],
    ["base64", `sha256=${createHmac("sha256", "current-secret").update(rawBody).digest("base64")}`],
    ["another algorithm", `sha1=${signature.slice(7)}`],
    ["two signatures", `${signature},${signature}`],
    ["another secret's", sign("someone-else")],
    ["another body's", sign("current-secret", Buffer.from("{}"))],
  ])("refuses %s", (_, odd) => {
    expect(hasValidSignature({ rawBody, signature: odd, secrets: ["current-secret"] })).toBe(false);
  });

  it("refuses a body that was serialised again", () => {
    const again = Buffer.from(JSON.stringify(JSON.parse(rawBody.toString()), null, 1));
    expect(hasValidSignature({ rawBody: again, signature, secrets: ["current-secret"] })).toBe(false);
  });

  it("refuses everything when there is no secret", () => {
    expect(hasValidSignature({ rawBody, signature, secrets: [] })).toBe(false);
  });
});
