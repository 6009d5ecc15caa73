import type { ListingsSort } from "#app/domain/catalog/listings/list/listings-sort.ts";
import { type ListingAction, listingActions } from "#app/domain/catalog/listings/run/listing-actions.ts";
import { ResourceList } from "#app/ui/resource-list/resource-list.tsx";
import { BulkModal } from "./bulk-modal.tsx";
import { ACTION_LABELS } from "./bulk-words.ts";
import { ListingCard } from "./listing-card.tsx";
import { LISTING_COLUMNS, ListingCells } from "./listing-cells.tsx";
import type { ShownListing } from "./shown-listing.ts";

type ListingsListProps = {
  readonly listings: readonly ShownListing[];
  readonly asOf: string;
  readonly sort: ListingsSort;
  readonly hasMore: boolean;
  readonly onChoosing: (isChoosing: boolean) => void;
};

/** The listings of one page of the list. */
export function ListingsList({ listings, asOf, ...list }: ListingsListProps) {
  return (
    <ResourceList
      {...list}
      rows={listings}
      columns={LISTING_COLUMNS}
      pageKeys={["after", "before"]}
      actionsFor={(chosen) => (chosen.length > 0 ? listingActions : [])}
      labelOf={(action: ListingAction) => ACTION_LABELS[action]}
      hrefOf={({ id }) => `/listings/${id}`}
      cellsOf={(listing) => <ListingCells listing={listing} asOf={asOf} />}
      cardOf={(listing) => <ListingCard listing={listing} asOf={asOf} />}
      askBefore={(asked) => <BulkModal {...asked} />}
    />
  );
}
