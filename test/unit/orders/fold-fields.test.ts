import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { foldFields } from "#app/domain/orders/parcels/fold-fields.ts";

const releaseAt = new Date("2026-12-11T09:00:00Z");

describe("what a parcel takes of a report", () => {
  it("is everything when the report is newer", () => {
    const known = { marginStatus: "RELEASED", marginPkr: rupees(400) };
    const said = { marginStatus: "REVERSED", marginPkr: rupees(0) };
    expect(foldFields(known, said, "newer")).toEqual({ fields: said, contradicts: false });
  });

  it("fills gaps and moves ranked words on when it was said before", () => {
    const known = {
      marginStatus: "PENDING",
      confirmation: "PENDING",
      marginPkr: rupees(400),
      trackingNumber: null,
    };
    const said = {
      marginStatus: "RELEASED",
      confirmation: "CONFIRMED",
      marginPkr: rupees(400),
      trackingNumber: "T1",
    };
    expect(foldFields(known, said, "older")).toEqual({
      fields: { marginStatus: "RELEASED", confirmation: "CONFIRMED", trackingNumber: "T1" },
      contradicts: false,
    });
  });

  it("is nothing that would set a ranked word back", () => {
    const known = { marginStatus: "RELEASED", confirmation: "CONFIRMED", marginReleaseAt: releaseAt };
    const said = { marginStatus: "PENDING", confirmation: "PENDING", marginReleaseAt: new Date(releaseAt) };
    expect(foldFields(known, said, "older")).toEqual({ fields: {}, contradicts: false });
  });

  it("asks for a read where an older report says another sum, and keeps what is known", () => {
    expect(foldFields({ marginPkr: rupees(400) }, { marginPkr: rupees(390) }, "older")).toEqual({
      fields: {},
      contradicts: true,
    });
  });

  it("only fills gaps from a report of an earlier status", () => {
    const known = { marginStatus: "NONE", marginPkr: rupees(0), trackingNumber: null };
    const said = { marginStatus: "RELEASED", marginPkr: rupees(400), trackingNumber: "T1" };
    expect(foldFields(known, said, "older_status")).toEqual({
      ...{ fields: { trackingNumber: "T1" }, contradicts: false },
    });
  });

  describe("of a parcel that was booked again", () => {
    const first = { courier: "TCS", trackingNumber: "TCS1", trackingUrl: "https://www.tcsexpress.com/TCS1" };
    const second = { courier: "Leopards", trackingNumber: "LP-9", trackingUrl: null };

    it.each([
      [{ courier: "Leopards", trackingNumber: "LP-9" }, { trackingUrl: null }],
      [{ trackingNumber: "LP-9" }, { courier: null, trackingUrl: null }],
      [{ courier: "Leopards" }, { trackingUrl: null }],
    ])("leaves nothing of the old booking beside %o", (said, cleared) => {
      expect(foldFields(first, said, "newer").fields).toEqual({ ...said, ...cleared });
    });

    it.each([{ trackingNumber: "TCS1" }, { courier: "TCS" }, { marginPkr: rupees(400) }, {}])(
      "is not told by %o",
      (said) => {
        expect(foldFields(first, said, "newer").fields).toEqual(said);
      },
    );

    it("takes a first number without loss of what came before it", () => {
      const said = { trackingNumber: "TCS1" };
      expect(foldFields({ ...first, trackingNumber: null }, said, "newer").fields).toEqual(said);
    });

    it("takes the new booking's own link", () => {
      const said = { ...second, trackingUrl: "https://www.leopardscourier.com/LP-9" };
      expect(foldFields(first, said, "newer").fields).toEqual(said);
    });

    it.each(["older", "older_status"] as const)("fills no gap from the old booking (%s)", (age) => {
      expect(foldFields(second, first, age).fields).toEqual({});
      expect(foldFields({ ...second, courier: null }, first, age).fields).toEqual({});
    });
  });
});
