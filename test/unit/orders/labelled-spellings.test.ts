import { describe, expect, it } from "vitest";
import { matchCity } from "#app/domain/orders/customer/match-city.ts";
import { planPhone } from "#app/domain/orders/customer/plan-phone.ts";
import { type LabelledCity, labelledCities } from "#test/fixtures/labelled-cities.ts";
import { type LabelledPhone, labelledPhones } from "#test/fixtures/labelled-phones.ts";

type Verdict = "right" | "wrong" | "asked";

function judgeCity({ written, province, meant }: LabelledCity): Verdict {
  const nothingKnown = { address: "", knownAsWritten: new Set<string>(), chosenCities: new Map() };
  const found = matchCity({ city: written, province, ...nothingKnown });
  if (found.kind !== "matched") return "asked";
  return found.city === meant ? "right" : "wrong";
}

function judgePhone({ written, meant }: LabelledPhone): Verdict {
  const planned = planPhone([written]);
  if (planned.kind === "foreign") return meant === "foreign" ? "right" : "wrong";
  if (planned.kind !== "ready") return "asked";
  const read = [planned.phone, planned.second].filter((number) => number !== null);
  return JSON.stringify(read) === JSON.stringify(meant) ? "right" : "wrong";
}

function countVerdicts<T>(set: readonly T[], judge: (entry: T) => Verdict) {
  const groups = Object.groupBy(set, judge);
  return { wrong: groups.wrong ?? [], right: groups.right?.length ?? 0, asked: groups.asked ?? [] };
}

describe("what customers write", () => {
  it("is labelled in more than 450 spellings, none of them twice", () => {
    const cities = labelledCities.map(({ written, province }) => `${written} ${province}`);
    const phones = labelledPhones.map(({ written }) => written);
    expect(cities.length + phones.length).toBeGreaterThan(450);
    expect(new Set([...cities, ...phones]).size).toBe(cities.length + phones.length);
  });

  it("never becomes a city that was not meant, and 9 of 10 knowable cities are read without asking", () => {
    const { wrong, right, asked } = countVerdicts(labelledCities, judgeCity);
    expect(wrong).toEqual([]);
    const knowable = right + asked.filter(({ meant }) => meant !== null).length;
    expect(right / knowable).toBeGreaterThan(0.88);
    expect({ right, knowable, all: labelledCities.length }).toMatchInlineSnapshot(`
      {
        "all": 361,
        "knowable": 326,
        "right": 295,
      }
    `);
  });

  it("never becomes a number that was not meant, and nearly every knowable number is read", () => {
    const { wrong, right, asked } = countVerdicts(labelledPhones, judgePhone);
    expect(wrong).toEqual([]);
    const knowable = right + asked.filter(({ meant }) => meant !== null).length;
    expect({ right, knowable, all: labelledPhones.length }).toMatchInlineSnapshot(`
      {
        "all": 110,
        "knowable": 87,
        "right": 86,
      }
    `);
  });
});
