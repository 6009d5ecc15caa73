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
});
