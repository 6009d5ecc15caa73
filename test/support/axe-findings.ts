import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Frame, Page } from "playwright-core";
import { z } from "zod";

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const findings = z.array(z.string());

/** Rules about a whole page, which a part of somebody else's page cannot keep. */
const wholePageRules = ["landmark-one-main", "page-has-heading-one", "region"];

/** What breaks a rule of axe in a part of a page; the rest of the page is not ours. */
export function listAxeFindingsOfPart(frame: Frame): Promise<string[]> {
  return listFindings(frame, wholePageRules);
}

/** What breaks a rule of axe in a frame, one line a place: all rules, best practices too. */
export function listAxeFindings(frame: Frame): Promise<string[]> {
  return listFindings(frame, []);
}

/**
 * Gives every document of the page a way to load axe, for a page whose documents are looked at one after the other: the
 * browser compiles it once then, and need not be handed it again. Call it before the first document is opened.
 */
export async function keepAxe(page: Page): Promise<void> {
  await page.addInitScript({ content: `window.loadAxe = () => {\n${await readFile(axeFile, "utf8")}\n};` });
}

async function loadAxe(frame: Frame): Promise<void> {
  const isLoaded = await frame.evaluate(() => {
    const given = window as { readonly axe?: object; readonly loadAxe?: () => void };
    if (!given.axe) given.loadAxe?.();
    return given.axe !== undefined;
  });
  if (!isLoaded) await frame.evaluate(await readFile(axeFile, "utf8"));
}

async function listFindings(frame: Frame, rulesOff: readonly string[]): Promise<string[]> {
  await loadAxe(frame);
  await frame.evaluate(waitUntilStill);
  const alike = await frame.evaluateHandle(listRowsAlike);
  return findings.parse(await frame.evaluate(runAxe, { off: rulesOff, exclude: alike }));
}

/** Runs in the browser, whole. What fades in has not the colors yet that it will have. */
async function waitUntilStill(): Promise<void> {
  const isEnding = ({ effect, playState }: Animation) =>
    playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime);
  const listMoving = () => document.getAnimations().filter(isEnding);
  for (let moving = listMoving(); moving.length > 0; moving = listMoving())
    await Promise.allSettled(moving.map(({ finished }) => finished));
}

/** Runs in the browser, whole: what axe found leaves it as lines, without all that it did not find. */
async function runAxe({ off, exclude }: { off: readonly string[]; exclude: Element[] }): Promise<string[]> {
  type Node = { readonly target: readonly unknown[]; readonly element: Element };
  type Results = { readonly violations: readonly { readonly id: string; readonly nodes: readonly Node[] }[] };
  type Axe = { configure: (how: object) => void; run: (what: object, how: object) => Promise<Results> };
  const { axe } = window as unknown as { axe: Axe };
  // The spacing that cannot be changed is `!important`: axe would ask of every element with a style whether it is seen.
  const spacing = { id: "avoid-inline-spacing", selector: '[style*="!"]' };
  // Axe would write down every element that it looks at.
  axe.configure({ noHtml: true, rules: [spacing] });
  // Without fetching every style sheet anew: no rule that is on by default asks for them.
  const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
  const how = { reporter: "no-passes", elementRef: true, iframes: false, preload: false, rules };
  // The frame alone: the admin around it is Shopify's.
  const { violations } = await axe.run({ include: [document], exclude }, how);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, element }) => `${id}: ${target.join(" ")} ${element.outerHTML.slice(0, 120)}`),
  );
}

/**
 * The rows of a list or table built as two before them, an odd and an even one: only their words and addresses differ.
 * Axe looks at the first two, which spares it most of its work on a long list. Runs in the browser, whole.
 */
function listRowsAlike(): Element[] {
  const differing =
    / (id|for|name|value|href|src|srcset|alt|title|aria-label|aria-labelledby|aria-describedby|aria-controls)="[^"]+"/g;
  const shapeOf = (row: Element) =>
    row.outerHTML.replace(differing, ' $1="…"').replace(/>[^<]*[^<\s][^<]*</g, ">…<");
  const lists = Map.groupBy(document.querySelectorAll("li, tr"), (row) => row.parentElement);
  return [...lists.values()].flatMap((rows) =>
    [...Map.groupBy(rows, shapeOf).values()].flatMap((alike) => alike.slice(2)),
  );
}
