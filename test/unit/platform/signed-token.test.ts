import { describe, expect, it } from "vitest";
import { createCrypto } from "#app/platform/crypto/crypto.ts";
import { makeSignedToken, readSignedToken } from "#app/platform/crypto/signed-token.ts";

const keys = [{ id: "k1", key: Buffer.alloc(32, 1) }];
const crypto = createCrypto(keys, Buffer.alloc(32, 2));
const now = new Date("2026-11-27T10:00:00Z");
const target = {
  ...{ purpose: "track", id: "0192f3a1-7b1c-4e6d-9f60-2f4f5a3b7c1d" },
  until: new Date("2026-11-28T10:00:00Z"),
};
const token = makeSignedToken(crypto, target);
const read = (text: string, { purpose = "track", at = now } = {}) =>
  readSignedToken(crypto, { purpose, token: text, now: at });

describe("a signed token", () => {
  it("names what it is about for its purpose, until its time", () => {
    expect(read(token)).toEqual({ id: target.id, until: target.until });
    expect(read(token, { purpose: "confirm" })).toBeNull();
    expect(read(token, { at: target.until })).toBeNull();
  });

  it("that never ends is read at any time", () => {
    const endless = makeSignedToken(crypto, { ...target, until: null });
    expect(read(endless, { at: new Date("2036-01-01") })).toEqual({ id: target.id, until: null });
  });

  it.each([
    ["another id", token.replace(/^.{4}/, "ffff")],
    ["a later end", token.replace(/\.\w+\./, ".zzzzzz.")],
    ["a torn signature", token.slice(0, -1)],
    ["a signature of another key", makeSignedToken(createCrypto(keys, Buffer.alloc(32, 3)), target)],
    ["letters of another script", token.replace(/^./, "ä")],
    ["nothing", ""],
  ])("with %s is none", (_what, text) => {
    expect(read(text)).toBeNull();
  });
});
