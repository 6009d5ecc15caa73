/**
 * The selectors of Polaris' whole style sheet that are missing from the sheet we built. Runs in the browser, whole:
 * nothing outside of it is known there.
 */
export function listLeftOutStyles(_document: Element, wholeSheet: string): string[] {
  const listSelectors = (rules: CSSRuleList): string[] =>
    [...rules].flatMap((rule) => {
      if (rule instanceof CSSStyleRule) return rule.selectorText.split(/,\s*(?![^(]*\))/);
      return rule instanceof CSSGroupingRule ? listSelectors(rule.cssRules) : [];
    });
  const whole = new CSSStyleSheet();
  whole.replaceSync(wholeSheet);
  const ours = [...document.styleSheets].find(({ href }) => href?.includes("/assets/styles-"));
  if (!ours) throw new Error("The page has no style sheet of Polaris");
  const kept = new Set(listSelectors(ours.cssRules));
  return [...new Set(listSelectors(whole.cssRules).filter((selector) => !kept.has(selector)))];
}

/** Those of them that match something on the page; it has our sheet, and none of its own. Runs in the browser too. */
export function listLostStyles(_document: Element, leftOut: readonly string[]): string[] {
  const isOurs = [...document.styleSheets].some(({ href }) => href?.includes("/assets/styles-"));
  if (!isOurs) throw new Error("The page has no style sheet of Polaris");
  const here = new Set(
    [...document.querySelectorAll("[class]")].flatMap((element) => [...element.classList]),
  );
  const isHere = (selector: string) =>
    [...selector.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].every(([, name = ""]) => here.has(name));
  // What a pointer, a key or the browser adds is no part of the page as it lies there.
  const atRest = (selector: string) =>
    selector
      .replace(
        /::?-?[a-z-]*(?:before|after|placeholder|scrollbar[a-z-]*|button|thumb|track|backdrop|marker)\b/g,
        "",
      )
      .replace(/:(?:hover|active|focus|focus-visible|focus-within)\b/g, "")
      .replace(/:not\(\)/g, "");
  const matches = (selector: string) => {
    try {
      return document.querySelector(atRest(selector) || "*") !== null;
    } catch {
      return false;
    }
  };
  return leftOut.filter((selector) => isHere(selector) && matches(selector));
}
