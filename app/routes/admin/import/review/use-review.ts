import type { SerializeFrom } from "@remix-run/node";
import { useEffect, useState } from "react";
import type { ChoicesOfProducts, ListingChoices } from "#app/domain/catalog/import/listing-choices.ts";
import type { Review } from "#app/domain/catalog/import/review-import.server.ts";
import type { BulkPrice } from "#app/domain/catalog/pricing/bulk-price.ts";
import { useListUrl } from "#app/ui/use-list-url.ts";
import type { CommonChoices } from "./common-choices.tsx";
import {
  listSpots,
  priceFieldId,
  pricesInBulk,
  type Reckoning,
  type SeenProduct,
  type Spot,
} from "./review-prices.ts";

export type ShownReview = SerializeFrom<Review>;

/** What is changed here stays while other pages of the review are looked at; nothing is kept before the import begins. */
export function useReview(review: ShownReview) {
  const [choices, setChoices] = useState<ChoicesOfProducts>({});
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [common, setCommon] = useState<CommonChoices>({
    ...{ status: review.isDeliverable ? "ACTIVE" : "DRAFT", collections: [] },
    ...{ vendor: review.vendor, bulkPrice: null },
  });
  const seen = useSeen(review).filter(({ product }) => !removed.includes(product.id));
  const reckoning = { terms: review.terms, bulkPrice: common.bulkPrice };
  const isAll = ticked.length === 0;
  const priceless = (of: ChoicesOfProducts) => without(of, isAll ? Object.keys(of) : ticked);
  return {
    ...{ choices, removed, ticked, common, setCommon, reckoning },
    spots: listSpots({ seen, choices, reckoning }),
    show: useJump(review),
    isChanged: Object.keys(choices).length > 0 || removed.length > 0 || common.bulkPrice !== null,
    isPriced: common.bulkPrice !== null || Object.values(choices).some(({ prices }) => prices !== undefined),
    change: (id: string, own: ListingChoices) => setChoices({ ...choices, [id]: own }),
    tick: (id: string, isOn: boolean) =>
      setTicked(isOn ? [...ticked, id] : ticked.filter((each) => each !== id)),
    setRemoved: (id: string, isRemoved: boolean) => {
      setRemoved(isRemoved ? [...removed, id] : removed.filter((each) => each !== id));
      setTicked(ticked.filter((each) => each !== id));
    },
    /** Of the products ticked, else of all: those on other pages too. */
    priceMany: (wanted: BulkPrice) => {
      if (isAll) setCommon({ ...common, bulkPrice: wanted });
      setChoices(
        isAll
          ? priceless(choices)
          : priceTicked(choices, { seen, ticked, wanted: { ...reckoning, bulkPrice: wanted } }),
      );
    },
    priceByRule: () => {
      if (isAll) setCommon({ ...common, bulkPrice: null });
      setChoices(priceless(choices));
    },
  };
}

/** Products looked at so far, and the page each is on. */
function useSeen({ products, from }: ShownReview): readonly SeenProduct[] {
  const [seen, setSeen] = useState<ReadonlyMap<string, SeenProduct>>(new Map());
  useEffect(() => {
    const here = products.map((product) => [product.id, { product, from }] as const);
    setSeen((before) => new Map([...before, ...here]));
  }, [products, from]);
  return [...seen.values()];
}

/** To the price of a variant, on whatever page it is. */
function useJump({ products }: ShownReview): (spot: Spot) => void {
  const { change, goNext } = useListUrl("from");
  const [target, setTarget] = useState<Spot | null>(null);
  useEffect(() => {
    if (target === null || !products.some(({ id }) => id === target.productId)) return;
    const field = document.getElementById(priceFieldId(target.variantId));
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
    setTarget(null);
  }, [target, products]);
  return (spot) => {
    setTarget(spot);
    if (products.some(({ id }) => id === spot.productId)) return;
    if (spot.from === 0) change({});
    else goNext(String(spot.from));
  };
}

function without(choices: ChoicesOfProducts, ids: readonly string[]): ChoicesOfProducts {
  const left = Object.entries(choices).map(([id, own]) => {
    const { prices: _, ...rest } = own;
    return [id, ids.includes(id) ? rest : own] as const;
  });
  return Object.fromEntries(left.filter(([, own]) => Object.keys(own).length > 0));
}

type Pricing = {
  readonly seen: readonly SeenProduct[];
  readonly ticked: readonly string[];
  readonly wanted: Reckoning;
};

function priceTicked(choices: ChoicesOfProducts, { seen, ticked, wanted }: Pricing): ChoicesOfProducts {
  const priced = seen
    .filter(({ product }) => ticked.includes(product.id))
    .map(({ product }) => [product.id, { ...choices[product.id], prices: pricesInBulk(product, wanted) }]);
  return { ...choices, ...Object.fromEntries(priced) };
}
