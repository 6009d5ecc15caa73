import { describe, expect, it } from "vitest";
import { hiddenNamesOf } from "#app/domain/catalog/text/hidden-names.ts";

describe("hiddenNamesOf", () => {
  it("hides the hosts and the name they carry", () => {
    const names = hiddenNamesOf({
      SERVICE_BASE_URL: "https://api.lahore-wholesale.com.pk/v1",
      SERVICE_DASHBOARD_URL: "https://dashboard.lahore-wholesale.com.pk",
    });
    expect(names).toEqual([
      "api.lahore-wholesale.com.pk",
      "lahore-wholesale",
      "lahore wholesale",
      "lahorewholesale",
      "dashboard.lahore-wholesale.com.pk",
    ]);
  });

  it.each(["http://127.0.0.1:4000", "http://localhost:4000"])("finds no name in %s", (url) => {
    expect(hiddenNamesOf({ SERVICE_BASE_URL: url })).toEqual([new URL(url).hostname]);
  });
});
