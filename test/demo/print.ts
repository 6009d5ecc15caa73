import { netOf, prepaidOf } from "./compare.ts";
import type { Scene } from "./scene.ts";
import type { Sides } from "./sides.ts";

const columns = ["order", "", "Shopify", "app", "service"] as const;
type Row = readonly [string, string, string, string, string];

/** A table of what each side holds, one block an order. */
export function renderTable(orders: readonly { readonly scene: Scene; readonly sides: Sides }[]): string {
  const rows = orders.flatMap(({ scene, sides }) => rowsOf(scene, sides));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => (row[index] ?? "").length)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("──");
  return [line(columns), rule, ...rows.map(line)].join("\n");
}

function rowsOf(scene: Scene, { shopify, app, service }: Sides): Row[] {
  const collected = (parcels: readonly { codPkr: number }[]) =>
    rupees(parcels.reduce((total, { codPkr }) => total + codPkr, 0));
  const stays = service.ledgerPkr + prepaidOf(scene);
  const parcels = service.parcels.map((parcel, index): Row => {
    const known = app.parcels.find(({ id }) => id === parcel.id);
    const fulfillment = shopify.fulfillments.find(({ gid }) => gid === known?.fulfillmentGid);
    return [
      "",
      `parcel ${index + 1}`,
      words(fulfillment?.events.at(-1), fulfillment?.courier, fulfillment?.trackingNumber),
      words(known?.status, known?.courier, known?.trackingNumber),
      words(parcel.status, parcel.courier, parcel.trackingNumber),
    ];
  });
  return [
    [scene.orderName, scene.title, shopify.financialStatus, app.state, `${service.parcels.length} parcel(s)`],
    ["", "total, still owed", `${rupees(shopify.totalPkr)}, ${rupees(shopify.outstandingPkr)}`, "", ""],
    ["", "courier collects", "", collected(app.parcels), collected(service.parcels)],
    ["", "stays with you", "", rupees(netOf(app)), rupees(stays)],
    ...parcels,
    ["", "", "", "", ""],
  ];
}

function words(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part).join(" · ") || "nothing";
}

function rupees(amount: number): string {
  return `${amount < 0 ? "−" : ""}Rs ${Math.abs(amount).toLocaleString("en")}`;
}
