/** A figure for each day; null is unknown and leaves a gap, never 0. */
export type ChartSeries = {
  readonly key: string;
  /** As the legend and the table name it. */
  readonly label: string;
  readonly tone: ChartTone;
};

/** What a chart counts. */
export type ChartUnit = "rupees" | "parcels";

/** What a figure says of itself, as on the badges of parcels. */
export type ChartTone = "moving" | "success" | "warning" | "neutral";

export type ChartDay = {
  /** A calendar day, "2026-11-26". */
  readonly day: string;
  readonly amounts: Readonly<Record<string, number | null>>;
};

/** Polaris' colours by token, so that a chart follows the admin's theme. */
export const TONE_COLORS: Readonly<Record<ChartTone, string>> = {
  moving: "var(--p-color-border-emphasis)",
  success: "var(--p-color-icon-success)",
  warning: "var(--p-color-icon-warning)",
  neutral: "var(--p-color-icon-secondary)",
};
