import { useState } from "react";
import type { ListingsSort } from "#app/domain/catalog/listings/list/listings-sort.ts";
import { type ListingAction, listingActions } from "#app/domain/catalog/listings/run/listing-actions.ts";
import { PhoneChooser } from "#app/ui/phone-chooser.tsx";
import { useChosenRows } from "#app/ui/use-chosen-rows.ts";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { BulkModal } from "./bulk-modal.tsx";
import { ACTION_LABELS } from "./bulk-words.ts";
import { ListingCards } from "./listing-cards.tsx";
import { ListingTable } from "./listing-table.tsx";
import type { ShownListing } from "./shown-listing.ts";

type ListingsListProps = {
  readonly listings: readonly ShownListing[];
  readonly asOf: string;
  readonly sort: ListingsSort;
  readonly hasMore: boolean;
  readonly onChoosing: (isChoosing: boolean) => void;
};

/** The rows of one page, as a table on a desk and as cards on a phone, with one selection for both. */
export function ListingsList({ listings, asOf, sort, hasMore, onChoosing }: ListingsListProps) {
  const choosing = useChosenRows({ rows: listings, hasMore, onChoosing });
  const { change } = useListUrl("after", "before");
  const [asked, setAsked] = useState<ListingAction | null>(null);
  const { selection, isChoosing } = choosing;
  const actions = selection.rows.length > 0 ? listingActions : [];
  return (
    <>
      <div className="k-desk">
        <ListingTable
          {...{ listings, asOf, sort, hasMore, actions }}
          onSort={(next) => change({ sort: next === "newest" ? "" : next })}
          chosen={selection.ids}
          isAll={selection.isAll}
          onSelectionChange={choosing.change}
          onAction={setAsked}
        />
      </div>
      <div className="k-phone">
        <PhoneChooser
          label="Choose listings"
          chosen={selection.ids.length}
          isChoosing={isChoosing}
          onBegin={choosing.begin}
          onStop={choosing.stop}
          actions={actions.map((action) => ({
            label: ACTION_LABELS[action],
            onAction: () => setAsked(action),
          }))}
        >
          <ListingCards
            listings={listings}
            asOf={asOf}
            choosing={isChoosing ? { chosen: selection.ids, onChoose: choosing.choose } : null}
          />
        </PhoneChooser>
      </div>
      {asked ? <BulkModal action={asked} selection={selection} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
