import type { ListingsSort } from "#app/domain/catalog/listings/list/listings-sort.ts";
import type { ListingsView } from "#app/domain/catalog/listings/list/listings-view.ts";
import type {
  ConfirmationSource,
  ImportStep,
  ListingState,
  TakenOutWay,
} from "#app/domain/catalog/listings/listing-state.ts";
import type { ListingStatus } from "#app/domain/catalog/listings/listing-status.ts";
import { lockedKinds } from "#app/domain/catalog/listings/locks/listing-locks.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import type { StatusWords } from "#app/ui/status-words.ts";

/** The counts of listings stop above this. */
export const MOST_COUNTED = 9999;

export const VIEW_LABELS: Readonly<Record<ListingsView, string>> = {
  all: "All",
  needs_you: "Needs you",
  losing: "Loses money",
  in_sync: "In sync",
  waiting: "Being added",
  edited: "Edited by you",
  taken_out: "Out of sale",
  removed: "Removed",
  failed: "Failed",
  unlinked: "Unlinked",
};

export const SORTS: readonly { readonly value: ListingsSort; readonly label: string }[] = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "title", label: "Title, A to Z" },
  { value: "title_down", label: "Title, Z to A" },
];

type ListingStatusRow = {
  readonly listingStatus: ListingStatus;
  readonly state: ListingState;
  readonly step: ImportStep;
  readonly productGid: string | null;
  readonly openIssues: readonly unknown[];
};

/** The badge of a listing: what needs the merchant goes before how it stands. */
export function listingStatusWords({
  listingStatus,
  state,
  step,
  productGid,
  openIssues,
}: ListingStatusRow): StatusWords {
  if (listingStatus === "failed") return failedWords(state, productGid);
  if (listingStatus === "waiting")
    return { label: step === "adopt" ? "Being linked" : "Being added", tone: "info" };
  if (listingStatus === "losing") return WORDS.losing;
  if (openIssues.length > 0 && listingStatus !== "unlinked") return { label: "Needs you", tone: "attention" };
  return WORDS[listingStatus];
}

function failedWords(state: ListingState, productGid: string | null): StatusWords {
  if (state !== "failed") return { label: "Out of sync", tone: "attention" };
  return { label: productGid ? "Could not be linked" : "Could not be added", tone: "attention" };
}

const WORDS: Readonly<Record<Exclude<ListingStatus, "failed" | "waiting">, StatusWords>> = {
  losing: { label: "Loses money", tone: "critical" },
  in_sync: { label: "In sync", tone: "success" },
  edited: { label: "In sync, edited by you", tone: "success" },
  taken_out: { label: "Out of sale", tone: "warning" },
  removed: { label: "Removed by the supplier", tone: "warning" },
  unlinked: { label: "Unlinked", tone: "plain" },
};

const FIELDS: Readonly<Record<string, string>> = {
  title: "title",
  description: "description",
  images: "images",
  price: "price",
  status: "status",
  tags: "tags",
};

/** The price of one variant is locked under `price/<its id>`. */
export function fieldWords(locked: string): string {
  const field = locked.startsWith("price/") ? "price" : locked;
  return FIELDS[field] ?? field.replaceAll("_", " ");
}

const TAKEN_OUT: Readonly<Record<TakenOutWay, string>> = {
  quantity: "Its quantity is 0 until it is back.",
  draft: "It is a draft until it is back.",
  archive: "It is archived.",
};

export function takenOutWords(how: TakenOutWay | null): string | null {
  return how === null ? null : TAKEN_OUT[how];
}

type ListingNoteRow = {
  readonly listingStatus: ListingStatus;
  readonly takenOut: TakenOutWay | null;
  readonly lockedFields: readonly string[];
};

/** What is worth knowing beside the badge, where nothing is asked of the merchant. */
export function noteOf({ listingStatus, takenOut, lockedFields }: ListingNoteRow): string | null {
  if (listingStatus === "taken_out") return takenOutWords(takenOut);
  if (listingStatus !== "edited") return null;
  return `Yours: ${lockedKinds(lockedFields).map(fieldWords).join(", ")}`;
}

/** Of what is kept for sale; what is out of sale, or on its way in or out, says so itself. */
export function showsVisibility({
  listingStatus,
  productGid,
}: Pick<ListingStatusRow, "listingStatus" | "productGid">): boolean {
  return productGid !== null && ["in_sync", "losing", "edited", "failed"].includes(listingStatus);
}

const CONFIRMED_BY: Readonly<Record<ConfirmationSource, string>> = {
  import: "with what was read when it was added",
  event: "by the supplier's news",
  sweep: "by a regular check",
  check: "by your check",
};

export function confirmedByWords(by: ConfirmationSource | null): string {
  return by === null ? "" : CONFIRMED_BY[by];
}

/** "12 listings", "1 listing". */
export function listingsInWords(count: number): string {
  return countOf(count, "listing", "listings");
}

type EmptyWords = {
  readonly title: string;
  readonly text: string;
  readonly step?: { readonly label: string; readonly url: string };
};

const EMPTY: Readonly<Record<ListingsView, EmptyWords>> = {
  all: { title: "No listings yet", text: "Products you import from the supplier's catalog appear here." },
  needs_you: { title: "Nothing needs you", text: "Listings that wait for an answer from you appear here." },
  losing: {
    title: "Nothing loses money",
    text: "Listings whose price is below the supplier's price and shipping appear here.",
  },
  in_sync: {
    title: "Nothing in sync yet",
    text: "Listings whose stock and prices are kept right appear here.",
  },
  waiting: { title: "Nothing is being added", text: "Products on their way into your store appear here." },
  edited: {
    title: "Nothing edited by you",
    text: "When you edit a title, a description or images in Shopify, the listing appears here and keeps your edit.",
  },
  taken_out: {
    title: "Nothing is out of sale",
    text: "Listings taken out of sale because nothing is in stock appear here. They come back by themselves.",
  },
  removed: {
    title: "Nothing was removed",
    text: "Listings whose product the supplier no longer offers appear here.",
  },
  failed: { title: "Nothing failed", text: "Listings that could not be added or kept right appear here." },
  unlinked: { title: "Nothing was unlinked", text: "Products you took out of Karwan's care appear here." },
};

type EmptyListInput = {
  readonly view: ListingsView;
  readonly search: string;
  readonly isFiltered: boolean;
  /** Listings there are at all. */
  readonly total: number;
};

/** What an empty list says: why it is empty, and the first step out of it. */
export function emptyWords({ view, search, isFiltered, total }: EmptyListInput): EmptyWords {
  if (total === 0) return { ...EMPTY.all, step: { label: "Choose products", url: "/products" } };
  const everything = { label: "See all listings", url: "/listings" };
  if (search !== "") {
    return {
      title: "No listing found",
      text: `No title and no SKU here has words that begin like “${search}”.`,
      step: everything,
    };
  }
  if (isFiltered)
    return { title: "No listing found", text: "No listing here fits these filters.", step: everything };
  return EMPTY[view];
}
