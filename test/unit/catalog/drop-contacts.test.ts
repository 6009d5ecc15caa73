import { describe, expect, it } from "vitest";
import { cutContacts, hasContacts } from "#app/domain/catalog/text/drop-contacts.ts";

describe("cutContacts", () => {
  it.each([
    ["Lawn Suit - WhatsApp 0300-1234567", "Lawn Suit"],
    ["Kurta | Call us at +92 300 1234567 | Blue", "Kurta - Blue"],
    ["Order on WhatsApp: wa.me/923001234567 Cotton Shawl", "Cotton Shawl"],
    ["Shoes (www.supplier.example)", "Shoes"],
    ["Bag by Lahore Wholesale", "Bag"],
    ["Cup (sales@supplier.example)", "Cup"],
    ["شال ۰۳۰۰۱۲۳۴۵۶۷", "شال"],
    ["Oud +971 50 123 4567", "Oud"],
    ["Shawl ٠٣٠٠١٢٣٤٥٦٧ blue", "Shawl blue"],
    ["Shawl ０３００１２３４５６７ blue", "Shawl blue"],
    ["Shawl 0300\u200d1234567 blue", "Shawl blue"],
  ])("makes %o into %o", (line, expected) => {
    expect(cutContacts(line, ["lahore wholesale"])).toBe(expected);
  });

  it.each(["Model 20251121", "Size 42, 100% cotton", "Rs 1,600 – 2,499", "Red / Blue", "A4 (2026)"])(
    "leaves %o as it is",
    (line) => {
      expect(cutContacts(line, ["lahore wholesale"])).toBe(line);
    },
  );

  it("leaves nothing of a line that is only a contact", () => {
    expect(cutContacts("0300 1234567", [])).toBe("");
  });
});

describe("hasContacts", () => {
  it("tells a tag with a number from one without", () => {
    expect(["whatsapp 03001234567", "eid sale"].map((tag) => hasContacts(tag, []))).toEqual([true, false]);
  });
});
