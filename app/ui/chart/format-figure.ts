import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { ChartUnit } from "./chart-series.ts";
import { shortRupees } from "./short-rupees.ts";

/** A figure of a chart, wherever there is room for it. */
export function formatFigure(figure: number, unit: ChartUnit): string {
  return unit === "rupees" ? formatRupees(figure) : figure.toLocaleString("en-US");
}

/** The same on an axis. */
export function formatTick(figure: number, unit: ChartUnit): string {
  return unit === "rupees" ? shortRupees(figure) : figure.toLocaleString("en-US");
}
