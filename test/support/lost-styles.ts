import type { Frame } from "playwright-core";

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

/** A selector, and the classes that a page needs to have for it. */
export type LeftOut = { readonly selector: string; readonly classes: readonly string[] };

export function toLeftOut(selector: string): LeftOut {
  return { selector, classes: [...selector.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name) };
}

/** Those of them that match something on the page; it has our sheet, and none of its own. */
export async function listLostStyles(frame: Frame, leftOut: readonly LeftOut[]): Promise<string[]> {
  const here = new Set(await frame.evaluate(listClasses));
  // Nearly all need a class that the page has not: only the others are worth a way into the browser.
  const possible = leftOut.filter(({ classes }) => classes.every((name) => here.has(name)));
  return frame.evaluate(
    listMatching,
    possible.map(({ selector }) => selector),
  );
}

/** Runs in the browser, whole. */
function listClasses(): string[] {
  const isOurs = [...document.styleSheets].some(({ href }) => href?.includes("/assets/styles-"));
  if (!isOurs) throw new Error("The page has no style sheet of Polaris");
  const elements = [...document.querySelectorAll("[class]")];
  return [...new Set(elements.flatMap((element) => [...element.classList]))];
}

/** Runs in the browser, whole. */
function listMatching(selectors: readonly string[]): string[] {
  // What a pointer, a key or the browser adds is no part of the page as it lies there.
  const atRest = (selector: string) =>
    selector
      .replace(
        /::?-?[a-z-]*(?:before|after|placeholder|scrollbar[a-z-]*|button|thumb|track|backdrop|marker)\b/g,
        "",
      )
      .replace(/:(?:hover|active|focus|focus-visible|focus-within)\b/g, "")
      .replace(/:not\(\)/g, "");
  return selectors.filter((selector) => {
    try {
      return document.querySelector(atRest(selector) || "*") !== null;
    } catch {
      return false;
    }
  });
}
