import { cityKey } from "./pakistan-cities.ts";

/** Quarters people write in place of their city. They only make suggestions: many names exist in two cities. */
const QUARTERS = `
Karachi: clifton, gulshan e iqbal, gulistan e johar, nazimabad, north nazimabad, korangi, malir, landhi, orangi, lyari, keamari, federal b area, scheme 33, surjani, buffer zone, pechs
Lahore: johar town, model town, gulberg, shahdara, wapda town, thokar niaz baig, township, allama iqbal town, samanabad, kot lakhpat, valencia, kahna
Islamabad: bhara kahu, bara kahu, tarnol, rawat, g 11, f 10, e 11, i 8, ghouri town
Rawalpindi: chaklala, westridge, adiala, chandni chowk, commercial market, gulraiz, morgah
Peshawar: hayatabad, gulbahar, university town, tehkal
Hyderabad: latifabad, qasimabad
Faisalabad: d ground, madina town, ghulam muhammad abad
Multan: gulgasht, shah rukn e alam, bosan
Gujranwala: rahwali
Quetta: jinnah town, satellite town, brewery
`;

const CITIES_OF_QUARTER: ReadonlyMap<string, readonly string[]> = readQuarters();

function readQuarters(): Map<string, string[]> {
  const cities = new Map<string, string[]>();
  for (const line of QUARTERS.trim().split("\n")) {
    const [city = "", quarters = ""] = line.split(":");
    for (const quarter of quarters.split(",").map(cityKey)) {
      cities.set(quarter, [...(cities.get(quarter) ?? []), city]);
    }
  }
  return cities;
}

/** The cities that have a quarter of this name. */
export function citiesOfQuarter(text: string): readonly string[] {
  return CITIES_OF_QUARTER.get(cityKey(text)) ?? [];
}
