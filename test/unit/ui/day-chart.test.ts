import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DayChart, type DayChartProps } from "#app/ui/chart/day-chart.tsx";
import { shortRupees } from "#app/ui/chart/short-rupees.ts";

const series: DayChartProps["series"] = [
  { key: "comes", label: "Margin", tone: "success" },
  { key: "fees", label: "Prepaid fees", tone: "warning" },
];

function render(props: Partial<DayChartProps>): string {
  const chart = createElement(DayChart, { title: "Money by day", kind: "bars", series, days: [], ...props });
  return renderToStaticMarkup(chart);
}

describe("a chart by day", () => {
  it("has its figures as a table, unknown ones in words, and leaves out days of nothing", () => {
    const html = render({
      days: [
        { day: "2026-11-26", amounts: { comes: 1540, fees: -60 } },
        { day: "2026-11-27", amounts: { comes: 0, fees: 0 } },
        { day: "2026-11-28", amounts: { comes: null, fees: 0 } },
      ],
    });
    const cells = [...html.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = ""]) =>
      cell.replaceAll(/<[^>]+>/g, ""),
    );
    expect(cells).toEqual([
      ...["Day", "Margin", "Prepaid fees"],
      ...["Thu 26 Nov", "Rs 1,540", "−Rs 60"],
      ...["Sat 28 Nov", "not known", "Rs 0"],
    ]);
    expect(html).toContain('<caption class="k-unseen">Money by day</caption>');
  });

  it("counts parcels as plain numbers", () => {
    const html = render({
      unit: "parcels",
      days: [{ day: "2026-11-26", amounts: { comes: 1540, fees: 0 } }],
    });
    expect(html.replaceAll(/<[^>]+>/g, " ")).toMatch(/Thu 26 Nov\s+1,540\s+0/);
    expect(html).not.toContain("Rs");
  });

  it("keeps its room before anything is drawn, and says so where nothing is to be shown", () => {
    const html = render({});
    expect(html).toContain('<div class="k-chart-room" aria-hidden="true"></div>');
    expect(html).toContain("Nothing on these days.");
  });
});

describe("a sum on an axis", () => {
  it.each([
    [0, "Rs 0"],
    [9500, "Rs 9,500"],
    [-350, "−Rs 350"],
    [12_000, "Rs 12k"],
    [12_540, "Rs 12.5k"],
    [999_999, "Rs 1,000k"],
    [-1_500_000, "−Rs 1.5M"],
  ])("writes %i in little room", (amount, text) => {
    expect(shortRupees(amount)).toBe(text);
  });
});
