import { Text } from "@shopify/polaris";
import { type ComponentType, type RefObject, startTransition, useEffect, useRef, useState } from "react";
import { formatDay } from "#app/platform/time/format-time.ts";
import { Money } from "../money.tsx";
import { type ChartDay, type ChartSeries, type ChartUnit, TONE_COLORS } from "./chart-series.ts";
import { formatFigure } from "./format-figure.ts";

export type DayChartProps = {
  /** What it shows, for those who do not see it too: "Money by release date, the next 30 days". */
  readonly title: string;
  readonly kind: "bars" | "line";
  readonly series: readonly ChartSeries[];
  readonly days: readonly ChartDay[];
  /** What the figures count; rupees where it is left out. */
  readonly unit?: ChartUnit;
};

type Drawing = ComponentType<Pick<DayChartProps, "kind" | "series" | "days"> & { readonly unit: ChartUnit }>;

/**
 * Rupees or parcels by day, drawn, with the same figures as a table. The code that draws is loaded by the first chart that
 * comes into sight; its room is kept meanwhile, and where it cannot be loaded the table stands alone.
 */
export function DayChart({ title, kind, series, days, unit = "rupees" }: DayChartProps) {
  const room = useRef<HTMLDivElement>(null);
  const drawing = useDrawing(useIsSeen(room));
  return (
    <figure className="k-chart" aria-label={title}>
      {series.length > 1 ? <Legend series={series} /> : null}
      <div className="k-chart-room" aria-hidden ref={room}>
        {drawing === "failed" ? (
          <Text as="p" tone="subdued">
            The chart could not be loaded. Its figures are in the table.
          </Text>
        ) : null}
        {drawing && drawing !== "failed" ? <drawing.Drawn {...{ kind, series, days, unit }} /> : null}
      </div>
      <details className="k-chart-table">
        <summary>Show as table</summary>
        <FigureTable {...{ title, series, days, unit }} />
      </details>
    </figure>
  );
}

/** Whether it has been in sight: on a phone most charts are not, and drawing one takes longer than a press may wait. */
function useIsSeen(room: RefObject<Element>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (room.current === null || isSeen) return;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    watch.observe(room.current);
    return () => watch.disconnect();
  }, [room, isSeen]);
  return isSeen;
}

function useDrawing(isSeen: boolean): { readonly Drawn: Drawing } | "failed" | null {
  const [drawing, setDrawing] = useState<{ readonly Drawn: Drawing } | "failed" | null>(null);
  useEffect(() => {
    if (!isSeen) return;
    let isShown = true;
    const keep = (loaded: { readonly Drawn: Drawing } | "failed") =>
      startTransition(() => {
        if (isShown) setDrawing(loaded);
      });
    import("./drawn-days.tsx").then(
      ({ DrawnDays }) => keep({ Drawn: DrawnDays }),
      () => keep("failed"),
    );
    return () => {
      isShown = false;
    };
  }, [isSeen]);
  return drawing;
}

function Legend({ series }: Pick<DayChartProps, "series">) {
  return (
    <ul className="k-chart-legend" aria-hidden>
      {series.map(({ key, label, tone }) => (
        <li key={key}>
          <svg width="10" height="10" role="presentation">
            <rect width="10" height="10" rx="2" fill={TONE_COLORS[tone]} />
          </svg>{" "}
          {label}
        </li>
      ))}
    </ul>
  );
}

/** Days on which nothing is known to move are left out. */
function FigureTable({
  title,
  series,
  days,
  unit,
}: Pick<DayChartProps, "title" | "series" | "days"> & { readonly unit: ChartUnit }) {
  const shown = days.filter(({ amounts }) => series.some(({ key }) => amounts[key] !== 0));
  return (
    <table className="k-sides">
      <caption className="k-unseen">{title}</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {series.map(({ key, label }) => (
            <th scope="col" key={key}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map(({ day, amounts }) => (
          <tr key={day}>
            <th scope="row">{formatDay(day, "UTC")}</th>
            {series.map(({ key }) => (
              <td key={key}>
                <Amount amount={amounts[key] ?? null} unit={unit} />
              </td>
            ))}
          </tr>
        ))}
        {shown.length === 0 ? (
          <tr>
            <td colSpan={series.length + 1}>Nothing on these days.</td>
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}

function Amount({ amount, unit }: { readonly amount: number | null; readonly unit: ChartUnit }) {
  if (amount === null) return "not known";
  return unit === "rupees" ? <Money amount={amount} /> : formatFigure(amount, unit);
}
