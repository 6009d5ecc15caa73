import { describe, expect, it } from "vitest";
import { linkUrl, makeLinkToken, readLinkToken } from "#app/domain/notifications/mail-link.ts";
import { createCrypto } from "#app/platform/crypto/crypto.ts";

const crypto = createCrypto([{ id: "k1", key: Buffer.alloc(32, 1) }], Buffer.alloc(32, 2));
const recipientId = "0192f3a1-7b1c-4e6d-9f60-2f4f5a3b7c1d";
const now = new Date("2026-11-26T10:00:00Z");
const until = new Date("2026-11-27T10:00:00Z");
const confirm = { purpose: "confirm", recipientId, until } as const;
const read = (token: string, at = now) => readLinkToken(crypto, { purpose: "confirm", token, now: at });

describe("a link of a mail", () => {
  it("names its recipient to us, and to nobody by an address", () => {
    expect(read(makeLinkToken(crypto, confirm))).toBe(recipientId);
    expect(linkUrl("https://karwan.example", crypto, confirm)).toMatch(
      /^https:\/\/karwan\.example\/mail\/confirm\?token=[0-9a-z.]+$/,
    );
  });

  it("is for its purpose alone", () => {
    expect(read(makeLinkToken(crypto, { ...confirm, purpose: "unsubscribe" }))).toBeNull();
  });

  it("ends at its time, and only where it has one", () => {
    expect(read(makeLinkToken(crypto, confirm), until)).toBeNull();
    expect(read(makeLinkToken(crypto, { ...confirm, until: null }), new Date("2036-01-01"))).toBe(
      recipientId,
    );
  });

  it("of another recipient, time or database is not read", () => {
    const token = makeLinkToken(crypto, confirm);
    const [id = "", time = "", signature = ""] = token.split(".");
    const foreign = createCrypto([{ id: "k1", key: Buffer.alloc(32, 1) }], Buffer.alloc(32, 3));
    const forged = [
      ...["", "x", `${token}0`, token.slice(1)],
      `${id.replace(/^./, "1")}.${time}.${signature}`,
      `${id}.zzzzzz.${signature}`,
      `${id}.0.${signature}`,
      makeLinkToken(foreign, confirm),
    ];
    expect(forged.map((each) => read(each))).toEqual(forged.map(() => null));
  });
});
