import { z } from "zod";

/** The holds that ask for a city. */
export const CITY_HOLDS = ["city_unknown", "city_ambiguous"] as const;

/** A city as the customer wrote it, with those it may mean. */
export type CityOfHold = { readonly spelling: string; readonly suggestions: readonly string[] };

const cityHoldParams = z.looseObject({ city: z.string(), suggestions: z.array(z.string()).catch([]) });

/** Which city an open hold asks for, from its numbers and words; null where it asks for something else. */
export function readCityOfHold({
  code,
  params,
}: {
  readonly code: string;
  readonly params: unknown;
}): CityOfHold | null {
  if (!CITY_HOLDS.some((each) => each === code)) return null;
  const asked = cityHoldParams.safeParse(params).data;
  return asked ? { spelling: asked.city, suggestions: asked.suggestions } : null;
}
