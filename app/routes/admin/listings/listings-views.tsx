import { Select } from "@shopify/polaris";
import type { ListingsCounts } from "#app/domain/catalog/listings/list/count-listings.server.ts";
import { type ListingsView, listingsViews } from "#app/domain/catalog/listings/list/listings-view.ts";
import { countWords } from "#app/ui/count-words.ts";
import { SteadyTabs } from "#app/ui/steady-tabs.tsx";
import { useListBusy } from "#app/ui/use-list-busy.ts";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { MOST_COUNTED, VIEW_LABELS } from "./listings-words.ts";

type ViewsProps = { readonly view: ListingsView; readonly counts: ListingsCounts };

/** Views that hold something, with the one looked at; the rest would only be noise. */
function viewsShown({ view, counts }: ViewsProps): readonly ListingsView[] {
  // What failed is under *Needs you*; its own view is for links.
  const isShown = (each: ListingsView) =>
    each === "all" || each === view || each === "needs_you" || (each !== "failed" && counts[each] > 0);
  return listingsViews.filter(isShown);
}

/** How the listings stand, in figures: tabs on a desk, one list on a phone. */
export function ListingsViews({ view: shownView, counts }: ViewsProps) {
  const { asked } = useListBusy();
  const wanted = asked?.get("state") ?? "all";
  const view = (asked && listingsViews.find((each) => each === wanted)) ?? shownView;
  const { change } = useListUrl("after", "before");
  const shown = viewsShown({ view, counts });
  const open = (next: ListingsView) => change({ state: next === "all" ? "" : next });
  const count = (each: ListingsView) => countWords(counts[each], MOST_COUNTED);
  return (
    <>
      <div className="k-desk">
        <SteadyTabs
          tabs={shown.map((id) => ({ id, content: VIEW_LABELS[id], badge: count(id) }))}
          selected={shown.indexOf(view)}
          onSelect={(at) => open(shown[at] ?? view)}
        />
      </div>
      <div className="k-phone k-views">
        <Select
          label="Show"
          labelInline
          value={view}
          options={shown.map((id) => ({
            value: id,
            label: [VIEW_LABELS[id], count(id)].filter(Boolean).join(" · "),
          }))}
          onChange={(chosen) => open(shown.find((each) => each === chosen) ?? "all")}
        />
      </div>
    </>
  );
}
