import { BlockStack, Card, Text } from "@shopify/polaris";
import { countOf } from "#app/domain/messages/count-of.ts";
import { Moment } from "#app/ui/moment.tsx";
import { Money } from "#app/ui/money.tsx";
import type { ShownDelivery } from "./shown-delivery.ts";

type Tariff = NonNullable<ShownDelivery["tariff"]>;

/** What the supplier charges for a parcel, how old that is, and what is not known. */
export function DeliveryCostsCard({ tariff, isAskedAgain }: { tariff: Tariff; isAskedAgain: boolean }) {
  const { bands, perKgAbovePkr, perKgSeenAt, defaultPkr, defaultSeenAt, city } = tariff;
  const heaviest = bands.at(-1)?.upToGrams ?? 0;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          What the supplier charges for a parcel
        </Text>
        <dl className="k-facts">
          {bands.map(({ upToGrams, pkr, seenAt }) => (
            <div key={upToGrams}>
              <dt>Up to {kg(upToGrams)}</dt>
              <dd>
                <Money amount={pkr} about={seenAt === null} />
              </dd>
            </div>
          ))}
          <div>
            <dt>Each kilogram above {kg(heaviest)}</dt>
            <dd>
              <Money amount={perKgAbovePkr} about={perKgSeenAt === null} />
            </dd>
          </div>
          <div>
            <dt>Weight not known, at least</dt>
            <dd>
              <Money amount={defaultPkr} about={defaultSeenAt === null} />
            </dd>
          </div>
        </dl>
        <Text as="p" tone="subdued">
          Goods of two supplier stores are two parcels. What a store delivers free adds nothing.{" "}
          {citiesWords(tariff)} A city Karwan does not know is charged like {city}.
        </Text>
        <Text as="p" tone="subdued">
          <Asked tariff={tariff} isAskedAgain={isAskedAgain} />
        </Text>
      </BlockStack>
    </Card>
  );
}

function Asked({ tariff, isAskedAgain }: { tariff: Tariff; isAskedAgain: boolean }) {
  const { seenAt, bands, perKgSeenAt, defaultSeenAt } = tariff;
  if (seenAt === null) return "The supplier has not been asked yet: these are the figures it publishes.";
  const isAnyPublished = [perKgSeenAt, defaultSeenAt, ...bands.map((band) => band.seenAt)].includes(null);
  return (
    <>
      Asked <Moment at={seenAt} />
      {isAskedAgain
        ? ", and again twice a day."
        : ". It is not asked again while no customer is charged by it."}
      {isAnyPublished ? " What says about is a figure the supplier publishes, not one it quoted." : null}
    </>
  );
}

function kg(grams: number): string {
  return `${(grams / 1000).toLocaleString("en-US")} kg`;
}

function citiesWords({ cities: { asked, other }, city, seenAt }: Tariff): string {
  if (seenAt === null && asked === 0) return "";
  if (asked === 0) return `The figures are for ${city}.`;
  const of = `The figures are for ${city}; of ${countOf(asked, "other city", "other cities")} asked about`;
  if (other === 0) return `${of}, none costs another sum.`;
  return `${of}, ${other} ${other === 1 ? "costs another sum and is" : "cost another sum and are"} charged it.`;
}
