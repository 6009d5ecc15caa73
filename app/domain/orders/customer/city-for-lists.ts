import { cleanText } from "./clean-text.ts";
import { matchCity } from "./match-city.ts";
import { cityKey } from "./pakistan-cities.ts";

type WrittenCity = { readonly city: string; readonly province: string };

/** What orders of one city share, however it was written: its known name, else the words themselves; null without any. */
export function cityForLists({ city, province }: WrittenCity): string | null {
  const written = cleanText(city);
  if (written === "") return null;
  const nothing = { address: "", knownAsWritten: new Set<string>(), chosenCities: new Map<string, string>() };
  const match = matchCity({ city: written, province: cleanText(province), ...nothing });
  return cityKey(match.kind === "matched" ? match.city : written) || null;
}
