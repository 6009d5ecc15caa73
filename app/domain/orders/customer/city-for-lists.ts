import { cleanText } from "./clean-text.ts";
import { matchCity } from "./match-city.ts";
import { cityKey } from "./pakistan-cities.ts";

type WrittenCity = { readonly city: string; readonly province: string };

/** A known city, however it was written, or what was written instead, which may be anything. */
export type CityForLists =
  | { readonly kind: "known"; readonly name: string; readonly key: string }
  | { readonly kind: "written"; readonly key: string };

/** What orders of one city share; null without any. */
export function cityForLists({ city, province }: WrittenCity): CityForLists | null {
  const written = cleanText(city);
  if (written === "") return null;
  const nothing = { address: "", knownAsWritten: new Set<string>(), chosenCities: new Map<string, string>() };
  const match = matchCity({ city: written, province: cleanText(province), ...nothing });
  if (match.kind === "matched") return { kind: "known", name: match.city, key: cityKey(match.city) };
  const key = cityKey(written);
  return key === "" ? null : { kind: "written", key };
}
