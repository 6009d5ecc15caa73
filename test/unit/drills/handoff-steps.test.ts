import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { steps } from "#test/drills/handoff/steps.ts";

const app = path.resolve(import.meta.dirname, "../../../app");

/**
 * First letters of points of what is no order's own work: products, their import, events, stock and mapping, bulk runs,
 * sweeps, mails, what Flow is told, payments from the wallet, and leaving, whose deaths are played in `npm run drill -- pay` and `mails`.
 */
const notOfOrders = ["A", "B", "D", "E", "F", "I", "L", "M", "N", "R", "T", "Y"];

function pointsInTheApp(): string[] {
  return readdirSync(app, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => {
      const text = readFileSync(path.join(app, name), "utf8");
      const named = [...text.matchAll(/(?:failpoint\(|Point: )"([A-Z]\d+)"/g)].map(([, point = ""]) => point);
      return [...new Set(named)];
    });
}

it("every failpoint of an order's way is a step of the drill", () => {
  const drilled = steps.map(({ point }) => point);
  const ofOrders = pointsInTheApp().filter((point) => !notOfOrders.includes(point.charAt(0)));
  expect(new Set(ofOrders)).toEqual(new Set(drilled));
});

it("no failpoint's name is used in two files", () => {
  const points = pointsInTheApp();
  expect(points.filter((point, index) => points.indexOf(point) !== index)).toEqual([]);
});
