import { describe, expect, it } from "vitest";
import { createCrypto } from "#app/platform/crypto/crypto.ts";
import { parseEncryptionKeys } from "#app/platform/crypto/encryption-keys.ts";

const [older, newer] = ["a", "b"].map((id, n) => ({ id, key: Buffer.alloc(32, n + 1) }));
if (!older || !newer) throw new Error("two keys");
const crypto = createCrypto([newer]);
const place = { table: "shop", row: "1", column: "token_enc" };

describe("sealing", () => {
  it("opens to the same bytes and the same text", () => {
    const bytes = Buffer.from([0, 1, 2, 255]);
    expect(crypto.open(crypto.seal(bytes, place), place)).toEqual(bytes);
    expect(crypto.openText(crypto.seal("عائشہ", place), place)).toBe("عائشہ");
  });

  it("never seals the same text to the same blob", () => {
    expect(crypto.seal("x", place)).not.toEqual(crypto.seal("x", place));
  });

  it.each([
    ["table", { ...place, table: "other" }],
    ["row", { ...place, row: "2" }],
    ["column", { ...place, column: "other" }],
    ["boundary", { table: "shop", row: '1","token_enc', column: "" }],
  ])("does not open in another place (%s)", (_what, elsewhere) => {
    const blob = crypto.seal("x", place);
    expect(() => crypto.open(blob, elsewhere)).toThrow(
      expect.objectContaining({ code: "sealed_value_unreadable" }),
    );
  });

  it("does not open once any byte of it has changed or is missing", () => {
    const blob = crypto.seal("secret", place);
    for (let at = 0; at < blob.length; at += 1) {
      const changed = Uint8Array.from(blob);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => crypto.open(changed, place)).toThrow(
        expect.objectContaining({ code: "sealed_value_unreadable" }),
      );
      expect(() => crypto.open(blob.subarray(0, at), place)).toThrow();
    }
  });

  it("opens what an older key sealed, and seals under the newest", () => {
    const rotated = createCrypto([newer, older]);
    const blob = createCrypto([older]).seal("x", place);
    expect(rotated.openText(blob, place)).toBe("x");
    expect(() => crypto.open(blob, place)).toThrow();
    expect(rotated.newestKeyId).toBe("b");
    expect(crypto.openText(rotated.seal("x", place), place)).toBe("x");
  });
});

describe("the search hash", () => {
  const hashKey = Buffer.alloc(32, 9);
  const hash = createCrypto([older], hashKey).hash;

  it("is the same for the same value and purpose only", () => {
    expect(hash("+923000000001", "phone")).toBe(hash("+923000000001", "phone"));
    expect(hash("+923000000001", "phone")).not.toBe(hash("+923000000001", "email"));
    expect(hash("x", "phone")).not.toBe(createCrypto([older], Buffer.alloc(32, 8)).hash("x", "phone"));
  });

  it("stays the same while the sealing keys change", () => {
    expect(createCrypto([newer], hashKey).hash("x", "phone")).toBe(hash("x", "phone"));
  });

  it("is refused to whoever has no hash key", () => {
    expect(() => crypto.hash("x", "phone")).toThrow("hash key");
  });
});

describe("the key ring's text", () => {
  const encoded = Buffer.alloc(32, 7).toString("base64");
  it("is a list whose first one seals", () => {
    expect(parseEncryptionKeys(`k2:${encoded}, k1:${encoded}`)?.map((key) => key.id)).toEqual(["k2", "k1"]);
  });

  it.each([
    "",
    "k1",
    `k1:${encoded},k1:${encoded}`,
    `k1:${encoded.slice(4)}`,
    `:${encoded}`,
    `k1:${encoded},`,
  ])("is refused when malformed: %s", (text) => {
    expect(parseEncryptionKeys(text)).toBeNull();
  });
});
