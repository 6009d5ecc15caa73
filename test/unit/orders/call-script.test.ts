import { expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { readCallPlace, writeCallPlace } from "#app/domain/orders/confirmation/call-place.ts";
import { callScript } from "#app/domain/orders/customer/contact/call-script.ts";
import { textLanguages } from "#app/domain/shops/setting-choices.ts";
import { parsePageCursor, toPageCursor } from "#app/platform/database/page-cursor.ts";
import { toOrderId } from "#app/platform/ids.ts";

const facts = { name: "Ayesha", sender: "Chand Store", orderName: "#1042", cashPkr: rupees(1800) };

it.each(textLanguages)(
  "what to say names the order, the shop and the cash to have ready, in %s",
  (language) => {
    const text = callScript(language, facts);
    for (const word of ["Ayesha", "Chand Store", "#1042", "Rs 1,800"]) expect(text).toContain(word);
    expect(text).not.toMatch(/undefined|null| {2}/);
  },
);

it.each(textLanguages)("what to say reads without a name and without cash, in %s", (language) => {
  const text = callScript(language, { ...facts, name: null, cashPkr: null });
  expect(text).not.toMatch(/undefined|null|Rs| {2}/);
});

it("the place in the list of calls is read as it was written, and nothing else is", () => {
  const id = toOrderId("0f3e8a52-9a5e-4a86-8f0f-0a4f3a9d2b11");
  const place = { asOf: new Date("2026-11-26T12:00:00Z"), sort: [0, 1_795_694_400, -1800, 2], id };
  const cursor = parsePageCursor(toPageCursor(writeCallPlace(place)));
  expect(cursor && readCallPlace(cursor)).toEqual(place);
  for (const key of ["", "1,2,3", "1,2,3,4,x", "1,2,3,4,5,6", "-1,0,0,0,0"]) {
    const other = parsePageCursor(toPageCursor({ key, id }));
    expect(other && readCallPlace(other)).toBeNull();
  }
});
