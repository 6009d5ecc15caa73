import type { Report } from "../report.ts";
import { killWhilePlacing, placingPoints } from "./kill-placing.ts";
import { openStage } from "./stage.ts";

export async function runCoreDrill(report: Report): Promise<void> {
  const stage = await openStage({ preset: "plain", report });
  try {
    for (const point of placingPoints) {
      for (const kind of ["COD", "prepaid", "two parcels"] as const)
        await killWhilePlacing(stage, point, kind);
    }
  } finally {
    await stage.close();
  }
}
