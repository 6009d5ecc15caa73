import { describe, expect, it } from "vitest";
import { foldStatus, PARCEL_STATUSES, returnTypeOf } from "#app/domain/orders/parcels/parcel-status.ts";
import { trackingLink } from "#app/domain/orders/parcels/tracking-link.ts";

/** Rows: what we hold. Columns, in the order of PARCEL_STATUSES: a advance, o older, s same, c conflict. */
const TABLE: Readonly<Record<(typeof PARCEL_STATUSES)[number], string>> = {
  AWAITING_FUNDS: "saaaaaaa",
  RECEIVED: "osaaaaaa",
  CONFIRMED: "oosaaaaa",
  PROCESSING: "ooosaaaa",
  SHIPPED: "oooosaac",
  DELIVERED: "ooooosac",
  RETURNED: "oooooosc",
  CANCELLED: "oooocccs",
};

const LETTER = { advance: "a", conflict: "c", same: "s", older: "o", unknown: "u" } as const;

describe("parcel status", () => {
  it.each(PARCEL_STATUSES)("%s folds every report by the table", (current) => {
    const row = PARCEL_STATUSES.map((incoming) => {
      const fold = foldStatus(current, incoming);
      return LETTER[fold.kind === "ignore" ? fold.because : fold.kind];
    });
    expect(row.join("")).toBe(TABLE[current]);
  });

  it("ignores a word it does not know, and leaves one it does not know for one it does", () => {
    expect(foldStatus("SHIPPED", "OUT_FOR_DELIVERY")).toEqual({ kind: "ignore", because: "unknown" });
    expect(foldStatus("OUT_FOR_DELIVERY", "DELIVERED")).toEqual({ kind: "advance" });
    expect(foldStatus("SHIPPED", "constructor")).toEqual({ kind: "ignore", because: "unknown" });
  });

  it("ends the same in every order of arrival", () => {
    const events = ["RECEIVED", "CONFIRMED", "SHIPPED", "DELIVERED", "RETURNED"];
    const permute = (rest: readonly string[]): string[][] =>
      rest.length === 0
        ? [[]]
        : rest.flatMap((one) => permute(rest.filter((other) => other !== one)).map((tail) => [one, ...tail]));
    const ends = permute(events).map((order) =>
      order.reduce(
        (status, event) => (foldStatus(status, event).kind === "advance" ? event : status),
        "RECEIVED",
      ),
    );
    expect(new Set(ends)).toEqual(new Set(["RETURNED"]));
  });

  it.each([
    ["rto", new Date(0), "rto"],
    ["return", null, "return"],
    [null, null, "rto"],
    [undefined, new Date(0), "return"],
  ] as const)("a return reported as %s after delivery at %s is %s", (reported, deliveredAt, expected) => {
    expect(returnTypeOf(reported, { deliveredAt })).toBe(expected);
  });
});

describe("tracking links", () => {
  it.each([
    "https://www.tcsexpress.com/track/123",
    "https://leopardscourier.com/?cn=1",
    "https://merchant.postex.pk/t/1",
    "https://sonic.pk/tracking?n=1",
    "https://WWW.BLUE-EX.com/x",
  ])("%s reaches the customer", (url) => {
    expect(trackingLink(url)).toBe(new URL(url).href);
  });

  it.each([
    null,
    undefined,
    "",
    "not a link",
    "https://supplier.example/track/1",
    "http://www.tcsexpress.com/track",
    "https://tcsexpress.com.evil.example/",
    "https://eviltcsexpress.com/",
    "https://user:pass@tcsexpress.com/",
    "https://tcsexpress.com@evil.example/",
    "https://tcsexpress.com:8443/",
    "javascript:alert(1)//tcsexpress.com",
    "data:text/html,tcsexpress.com",
  ])("%s does not", (url) => {
    expect(trackingLink(url)).toBeNull();
  });
});
