import { describe, expect, it } from "vitest";
import { type CityMatch, matchCity } from "#app/domain/orders/customer/match-city.ts";
import { cityKey, listCities } from "#app/domain/orders/customer/pakistan-cities.ts";
import { editDistance } from "#app/domain/orders/customer/suggest-cities.ts";

function match(city: string, overrides: Partial<Parameters<typeof matchCity>[0]> = {}): CityMatch {
  const none = { knownAsWritten: new Set<string>(), chosenCities: new Map<string, string>() };
  return matchCity({ city, province: "", address: "", ...none, ...overrides });
}

/** What each city is written as; `|` separates spellings. */
const SPELLINGS: readonly (readonly [city: string, written: string])[] = [
  [
    "Lahore",
    "Lahore|lahore|LAHORE|Lahor|LHR|lhe|Lahore Cantt|lahore, punjab|Lahore Pakistan|DHA Phase 5 Lahore|Johar Town, Lahore|لاہور|ﻻﮨﻮﺭ|لاھور",
  ],
  [
    "Karachi",
    "Karachi|karach|karchi|KHI|Karachi.|Karachi City|Gulshan-e-Iqbal Karachi|DHA, Karachi|کراچی|كراچي",
  ],
  ["Islamabad", "Islamabad|ISB|islambad|Islam abad|F-10 Islamabad|Islamabad Capital|اسلام آباد"],
  ["Rawalpindi", "Rawalpindi|rwp|Pindi|pindi|rawalpandi|Rawalpindi Cantt|Satellite Town Rawalpindi|راولپنڈی"],
  ["Faisalabad", "Faisalabad|FSD|lyallpur|faislabad|Faisal Abad|Peoples Colony 1, D Ground Faisalabad"],
  ["Multan", "Multan|multaan|Multan Cantt|Bosan Town Multan|ملتان"],
  ["Peshawar", "Peshawar|peshawer|Hayatabad Peshawar|پشاور"],
  ["Quetta", "Quetta|queta|Quetta Cantt|کوئٹہ"],
  ["Gujranwala", "Gujranwala|gujrawala|GRW|Gujranwala Cantt"],
  ["Gujrat", "Gujrat|gujraat|گجرات"],
  ["Sialkot", "Sialkot|sailkot|Sialkot Cantt"],
  ["Hyderabad", "Hyderabad|hydrabad|Latifabad No 7 Hyderabad|Hyderabad Sindh|حیدرآباد"],
  ["Sukkur", "Sukkur|sakkar|سکھر"],
  ["Rahim Yar Khan", "Rahim Yar Khan|RYK|rahimyarkhan|Raheem Yar Khan|r.y.k"],
  ["Dera Ghazi Khan", "Dera Ghazi Khan|D.G. Khan|DG Khan|dgkhan|D G KHAN"],
  ["Dera Ismail Khan", "Dera Ismail Khan|D.I. Khan|DI Khan|d.i.khan"],
  ["Bahawalpur", "Bahawalpur|bwp|Model Town A Bahawalpur"],
  ["Bahawalnagar", "Bahawalnagar|bahawal nagar|BWN"],
  ["Abbottabad", "Abbottabad|abbotabad|Abottabad"],
  ["Sheikhupura", "Sheikhupura|sheikupura|skp"],
  ["Mandi Bahauddin", "Mandi Bahauddin|mandi baha ud din|Mandi-Bahauddin"],
  ["Nawabshah", "Nawabshah|Shaheed Benazirabad|nawab shah"],
  ["Mirpur Khas", "Mirpur Khas|mirpurkhas|Mirpur Khaas"],
  ["Wah Cantt", "Wah Cantt|wahcantt|Wah Cantonment"],
  ["Pindi Gheb", "Pindi Gheb|pindigheb"],
  ["Pindi Bhattian", "Pindi Bhattian|pindibhattian"],
  ["Rawalakot", "Rawalakot|rawlakot"],
  ["Mian Channu", "Mian Channu|mianchannu"],
  ["Toba Tek Singh", "Toba Tek Singh|T.T. Singh|toba"],
  ["Hyderabad Thal", "Hyderabad Thal"],
  ["Chota Lahor", "Chota Lahore"],
  ["New Lahore", "New Lahore"],
  ["Mirpur Mathelo", "Mirpur Mathelo"],
  ["Kotli Sattian", "Kotli Sattian"],
];

const READABLE = SPELLINGS.flatMap(([city, written]) =>
  written.split("|").map((text) => [text, city] as const),
);

/** Must never become the city they look like. */
const UNCERTAIN: readonly string[] = [
  ..."Lahore Road Sheikhupura|Near Lahore|Lahore Road|Tehsil Multan|District Sialkot|Multan Road|GT Road Gujrat".split(
    "|",
  ),
  ..."Hyderabad Colony Sindh|Karachi Colony|Islamabad Rawalpindi|Gujrat, Gujranwala|Lahore Khurd|Chak Lahore".split(
    "|",
  ),
  ..."Pindi Saidpur|Pindi Hashim|Saddar Pindi|Mirpur Sharqi|Kotli Bhutta|Khanpur Mahal|Basti Multan".split(
    "|",
  ),
  ..."Lahour Kalan|Rawalpidni|Peshwar|Atlantis|guj|SKT|bahawal|Khanpur|dera|Jalalpur|Mirpur|Wah|Delhi|---|12345".split(
    "|",
  ),
];

const AMONG_HARMLESS_WORDS: readonly (readonly [written: string, city: string])[] = [
  ["House 12-A Street No. 4 Gulberg III Lahore", "Lahore"],
  ["H#7 St#2 Block C, Model Town, Lahore 54700", "Lahore"],
  ["Flat 3 Gulshan-e-Iqbal Block 13-D/2 Karachi, Sindh, Pakistan", "Karachi"],
  ["G-11/3 Islamabad", "Islamabad"],
  ["Sector I-8/4, Islamabad", "Islamabad"],
  ["بلاک ۵ گلشن اقبال کراچی", "Karachi"],
  ["ماڈل ٹاؤن لاہور پاکستان", "Lahore"],
  ["Peoples Colony No 1, D Ground, Faisalabad", "Faisalabad"],
  ["Jhang Bazar Faisalabad", "Faisalabad"],
  ["Cantt Multan", "Multan"],
  ["DHA Phase6 Lahore", "Lahore"],
];

/** What people put before or after a city's name when they live elsewhere, or what nobody can read. */
const PLACES_ELSEWHERE: readonly string[] = [
  ..."ke paas|k pas|ke qareeb|kay kareeb|nazdeek|nazdik|ke sath|sath|samne|ke samnay|pichay|ke peeche|se agay".split(
    "|",
  ),
  ..."se pehle|kay baad|bahar|ke bahir|wali sarak|sarak|rasta|raah|shahrah|morh|mod|naka|pul|nehar|nala".split(
    "|",
  ),
  ..."dehat|dehaat|gaon|qasba|mouza|thok|dhok|dhoke|jhok|kili|killi|banda|kalay|deh|bela|jhal|bhaini".split(
    "|",
  ),
  ..."thana|union council|uc|moza|patwar|halqa|zone|ilaqa|elaqa|mazafat|suburb|outskirts|beside|opposite".split(
    "|",
  ),
  ..."outside|behind|towards|bound|side|area|cross|crossing|interchange|toll plaza|by pass|ring|link".split(
    "|",
  ),
  ..."45 gb|204 rb|chak 5|7 km|km|5|12 mile|mile|xyz|sher garh|fazal pura|rasool nagar|nagar|pura|garh".split(
    "|",
  ),
  ..."کے قریب|کے پاس|کے نزدیک|سے آگے|کے ساتھ|روڈ پر|کی سڑک|کے باہر|موضع|گاؤں|دیہات|تھانہ|ڈھوک|پل|نہر|کے سامنے".split(
    "|",
  ),
];

describe("cities", () => {
  it("are more than 250, and every city is found by its own name", () => {
    expect(listCities().length).toBeGreaterThan(400);
    const lost = listCities().filter(({ name, province }) => {
      const found = match(name, { province });
      return found.kind !== "matched" || found.city !== name;
    });
    expect(lost).toEqual([]);
  });

  it("are tested by more than 120 spellings", () => {
    expect(READABLE.length + UNCERTAIN.length).toBeGreaterThan(120);
  });

  it.each(READABLE)("%s is %s", (written, city) => {
    expect(match(written)).toMatchObject({ kind: "matched", city });
  });

  it.each(UNCERTAIN)("%s is asked, never guessed", (written) => {
    expect(["unknown", "ambiguous"]).toContain(match(written).kind);
  });

  it.each([
    ["Khanpur", "Punjab", "Khanpur"],
    ["Khanpur", "Khyber Pakhtunkhwa", "Khanpur"],
    ["Mirpur", "Sindh", "Mirpur Khas"],
    ["Mirpur", "Azad Kashmir", "Mirpur"],
    ["Dera", "KPK", "Dera Ismail Khan"],
    ["skt", "Punjab", "Sialkot"],
    ["skt", "سندھ", "Sukkur"],
  ])("%s in %s is settled by the province", (written, province, city) => {
    expect(match(written, { province })).toMatchObject({ kind: "matched", city });
  });

  it("are read among their own quarters, units, province and postal code", () => {
    const read = AMONG_HARMLESS_WORDS.filter(([written, city]) => {
      const found = match(written);
      return found.kind === "matched" && found.city === city;
    });
    expect(AMONG_HARMLESS_WORDS.filter((each) => !read.includes(each))).toEqual([]);
  });

  it("are asked beside any other word, in either script, whether anybody has listed it or not", () => {
    const cities = ["Lahore", "Karachi", "Faisalabad", "Multan", "Sialkot", "لاہور", "ملتان", "Islamabad"];
    const written = PLACES_ELSEWHERE.flatMap((words, index) => {
      const city = cities[index % cities.length];
      return [`${words} ${city}`, `${city} ${words}`];
    });
    expect(written.length).toBeGreaterThan(200);
    expect(written.filter((text) => match(text).kind === "matched")).toEqual([]);
  });

  it("are asked beside the quarter or the province of another city", () => {
    const written = [
      "Hayatabad Lahore",
      "Johar Town Quetta",
      "Lahore Sindh",
      "Peshawar پنجاب",
      "G-11/3 Multan",
    ];
    expect(written.filter((text) => match(text).kind === "matched")).toEqual([]);
  });

  it("are read in time that grows with the text, not with its readings", () => {
    const text = `${"Model Town Block A 1 ".repeat(400)}Lahore`;
    expect(match(text)).toMatchObject({ kind: "matched", city: "Lahore" });
    expect(match(`${text} nazdeek`).kind).toBe("unknown");
  });

  it("asks when the province does not settle a shared name", () => {
    expect(match("guj", { province: "Punjab" })).toEqual({
      kind: "ambiguous",
      suggestions: ["Gujranwala", "Gujrat"],
    });
    expect(match("Mirpur", { province: "Balochistan" })).toMatchObject({ kind: "ambiguous" });
  });

  it("suggests by likeness and from the address, but never decides by them", () => {
    expect(match("Rawalpidni")).toEqual({ kind: "unknown", suggestions: ["Rawalpindi"] });
    expect(match("Saddar Bazar", { address: "House 4, Multan Road, Lahore" })).toEqual({
      kind: "unknown",
      suggestions: ["Multan", "Lahore"],
    });
  });

  it("suggests the city of a well-known quarter, without deciding by it", () => {
    expect(match("Clifton")).toEqual({ kind: "unknown", suggestions: ["Karachi"] });
    expect(match("G-11")).toMatchObject({ kind: "unknown", suggestions: ["Islamabad"] });
    expect(match("Nazimabad")).toMatchObject({ kind: "unknown" });
  });

  it("sends as written what a person said to send so, whatever its case", () => {
    const knownAsWritten = new Set([cityKey("Pindi Saidpur")]);
    expect(match("PINDI saidpur", { knownAsWritten })).toEqual({ kind: "as_written", city: "PINDI saidpur" });
  });

  it("remembers the city a person chose", () => {
    const chosenCities = new Map([[cityKey("Rawalpidni"), "Rawalpindi"]]);
    expect(match("rawalpidni", { chosenCities })).toMatchObject({ kind: "matched", city: "Rawalpindi" });
  });

  it("counts a swap of neighbours as one edit", () => {
    expect([editDistance("pidni", "pindi"), editDistance("", "abc"), editDistance("abc", "abd")]).toEqual([
      1, 3, 1,
    ]);
  });
});
