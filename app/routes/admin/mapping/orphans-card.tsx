import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import type { listOrphans, Orphan } from "#app/domain/catalog/mapping/list-orphans.server.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Day } from "#app/ui/day.tsx";
import { mappingPath } from "./product-path.ts";

type Orphans = SerializeFrom<Awaited<ReturnType<typeof listOrphans>>>;

/** What stands at our location for nothing, and mappings that point at nothing, each with what ends it. */
export function OrphansCard({ orphans: { orphans, total } }: { orphans: Orphans }) {
  return (
    <Card padding="0">
      <div className="k-card-head">
        <InlineStack gap="300" align="space-between" blockAlign="center">
          <Text as="h2" variant="headingMd">
            {total === 0 ? "Everything at Karwan's location is mapped" : `Needs you (${total})`}
          </Text>
          <ActionButton label="Look now" intent="look" />
        </InlineStack>
        {total === 0 ? (
          <Text as="p" tone="subdued">
            Looked at once a day: whether something is stocked at Karwan's location that is none of the
            supplier's goods, and whether what is mapped still stands in your store.
          </Text>
        ) : null}
      </div>
      {total === 0 ? null : (
        <ul className="k-rows">
          {orphans.map((orphan) => (
            <li key={`${orphan.kind} ${orphan.variantGid}`}>
              <OrphanRow orphan={orphan} />
            </li>
          ))}
        </ul>
      )}
      {total > orphans.length ? (
        <div className="k-card-head">
          <Text as="p" tone="subdued">
            The {orphans.length} oldest of {total.toLocaleString("en-US")}.
          </Text>
        </div>
      ) : null}
    </Card>
  );
}

function OrphanRow({ orphan }: { orphan: SerializeFrom<Orphan> }) {
  const { kind, variantGid, productGid, sentence, openedAt } = orphan;
  return (
    <div className="k-need-row">
      <div>
        <Text as="p">{sentence}</Text>
        <Text as="p" tone="subdued" variant="bodySm">
          since <Day at={openedAt} />
        </Text>
      </div>
      <BlockStack gap="200">
        {kind === "gone" ? (
          <ActionButton label="Unmap" intent="unmap" fields={{ variants: variantGid }} />
        ) : (
          <>
            {productGid ? <Button url={mappingPath(productGid)}>Map it</Button> : null}
            {kind === "orphan" ? (
              <ConfirmButton
                label="Take it off"
                intent="take_off"
                fields={{ variant: variantGid }}
                title="Take it off Karwan's location?"
                text="Its quantity there becomes 0 and nobody can buy it from there. Your stock at other locations stays."
                confirm="Take it off"
              />
            ) : null}
          </>
        )}
      </BlockStack>
    </div>
  );
}
