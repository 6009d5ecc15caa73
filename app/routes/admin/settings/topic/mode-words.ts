import { countOf } from "#app/domain/messages/count-of.ts";
import type { Mode } from "#app/supplier/mode.ts";

type ModeWords = {
  readonly button: string;
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
};

const LIVE: ModeWords = {
  button: "Go live",
  title: "Go live with this key?",
  text: "From now on orders become real parcels, and money moves. Orders tried in test mode are never sent again; orders from before wait under To place.",
  confirm: "Go live now",
};

const TEST: ModeWords = {
  button: "Switch to test mode",
  title: "Go back to test mode?",
  text: "No parcel is sent and no money moves until you go live again. Parcels under way go on.",
  confirm: "Switch now",
};

/** Of a key that is entered while a test key is in use. */
export const BESIDE_TEST =
  "A live key is stored beside the test key and not used before you press Go live. A test key takes the place of the one stored here.";

/** What the merchant reads before a mode is put to use. */
export function modeWords(mode: Mode): ModeWords {
  return mode === "live" ? LIVE : TEST;
}

type Preview = {
  readonly products: number;
  readonly asked: number;
  readonly notFound: readonly string[];
  readonly notFoundCount: number;
};

const NAMES_SHOWN = 5;

/** What becomes of the products: none, all, or these not found at once. */
export function linkingWords({ products, asked, notFound, notFoundCount }: Preview) {
  if (products === 0) return { sentence: "There is no product to link yet.", names: [], more: "" };
  const all = countOf(products, "product in your store is", "products in your store are");
  const linked = `${all} linked to this key: nothing is added twice, and your own changes stay.`;
  if (notFoundCount === 0) {
    const rest = asked < products ? ` ${count(asked)} were looked at; all were found.` : " All were found.";
    return { sentence: `${linked}${rest}`, names: [], more: "" };
  }
  const names = notFound.slice(0, NAMES_SHOWN);
  const left = notFoundCount - names.length;
  const them = countOf(notFoundCount, "was not found", "were not found");
  return {
    sentence: `${linked} ${them} under its number and will be looked for by name; what stays missing is set to 0 and shown to you.`,
    names,
    more: left > 0 ? `and ${count(left)} more` : "",
  };
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
