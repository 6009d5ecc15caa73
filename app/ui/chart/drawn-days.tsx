import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { formatDate, formatDay } from "#app/platform/time/format-time.ts";
import { type ChartDay, type ChartSeries, type ChartUnit, TONE_COLORS } from "./chart-series.ts";
import { formatFigure, formatTick } from "./format-figure.ts";

type DrawnDaysProps = {
  readonly kind: "bars" | "line";
  readonly series: readonly ChartSeries[];
  readonly days: readonly ChartDay[];
  readonly unit: ChartUnit;
};

const GRID = "var(--p-color-border-secondary)";
const WORDS = { fill: "var(--p-color-text-secondary)", fontSize: 12 } as const;
const BOX = {
  background: "var(--p-color-bg-surface)",
  border: "1px solid var(--p-color-border)",
  borderRadius: "8px",
} as const;
const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 } as const;

/** The only module that loads the drawing library. Nothing in it moves, whoever prefers motion or not. */
export function DrawnDays({ kind, series, days, unit }: DrawnDaysProps) {
  const rows = days.map(({ day, amounts }) => ({ day, ...amounts }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={rows} margin={MARGIN} accessibilityLayer={false} stackOffset="sign">
        <CartesianGrid vertical={false} stroke={GRID} />
        <XAxis
          dataKey="day"
          tickFormatter={(day: string) => formatDate(day, "UTC")}
          minTickGap={24}
          tickLine={false}
          axisLine={false}
          tick={WORDS}
        />
        <YAxis
          tickFormatter={(figure: number) => formatTick(figure, unit)}
          width="auto"
          allowDecimals={false}
          tickLine={false}
          axisLine={false}
          tick={WORDS}
        />
        <ReferenceLine y={0} stroke={GRID} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: GRID, fillOpacity: 0.4, stroke: GRID }}
          contentStyle={BOX}
          labelFormatter={(day) => formatDay(String(day), "UTC")}
          formatter={(figure) => (typeof figure === "number" ? formatFigure(figure, unit) : "not known")}
        />
        {series.map(({ key, label, tone }) => drawSeries(kind, { key, label, color: TONE_COLORS[tone] }))}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

type Drawn = { readonly key: string; readonly label: string; readonly color: string };

/** The library looks for its own elements among the chart's children, so these are no components. */
function drawSeries(kind: DrawnDaysProps["kind"], { key, label, color }: Drawn) {
  const common = { dataKey: key, name: label, isAnimationActive: false } as const;
  if (kind === "bars") return <Bar key={key} {...common} stackId="day" fill={color} maxBarSize={24} />;
  return (
    <Line
      key={key}
      {...common}
      type="stepAfter"
      stroke={color}
      strokeWidth={2}
      dot={false}
      connectNulls={false}
    />
  );
}
