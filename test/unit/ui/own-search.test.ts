import { expect, it } from "vitest";
import { ownSearch } from "#app/ui/own-search.ts";

it("keeps our own part of an address and nothing the admin put there", () => {
  const ofTheAdmin = "embedded=1&hmac=a&host=b&id_token=eyJ.x.y&locale=en&session=c&shop=d&timestamp=5";
  expect(ownSearch(`?tab=all&${ofTheAdmin}&city=Lahore`)).toBe("?tab=all&city=Lahore");
  expect(ownSearch(`?${ofTheAdmin}`)).toBe("");
  expect(ownSearch("")).toBe("");
});
