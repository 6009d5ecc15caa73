import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Frame } from "playwright-core";
import { z } from "zod";

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const answer = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ target: z.array(z.unknown()), html: z.string() })) }),
);

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

async function listFindings(frame: Frame, rulesOff: readonly string[]): Promise<string[]> {
  if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(await readFile(axeFile, "utf8"));
  const alike = await frame.evaluateHandle(listRowsAlike);
  const found = await frame.evaluate(
    ({ off, exclude }) => {
      // The frame alone: the admin around it is Shopify's.
      const { axe } = window as unknown as { axe: { run: (what: object, how: object) => Promise<object> } };
      // Without fetching every style sheet anew: no rule that is on by default asks for them.
      const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
      const how = { resultTypes: ["violations"], iframes: false, preload: false, rules };
      return axe.run({ include: [document], exclude }, how);
    },
    { off: rulesOff, exclude: alike },
  );
  const { violations } = z.object({ violations: answer }).parse(found);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target.join(" ")} ${html.slice(0, 120)}`),
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
