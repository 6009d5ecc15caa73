import { BlockStack, Button, Card, InlineStack, OptionList, Popover, Select, Text } from "@shopify/polaris";
import { type ReactNode, useState } from "react";
import type { BulkPrice } from "#app/domain/catalog/pricing/bulk-price.ts";

export type CommonChoices = {
  readonly status: "ACTIVE" | "DRAFT";
  readonly collections: readonly string[];
  readonly vendor: "shop" | "brand";
  /** How all are priced that have no price of their own; null: by the price rule. */
  readonly bulkPrice: BulkPrice | null;
};

type Collection = { readonly id: string; readonly title: string };

type CommonChoicesCardProps = {
  readonly review: {
    readonly isDeliverable: boolean;
    readonly shopName: string;
    readonly collections: readonly Collection[];
  };
  readonly common: CommonChoices;
  readonly onChange: (common: CommonChoices) => void;
  /** What else holds for many. */
  readonly children: ReactNode;
};

/** A product that could not be delivered stays a draft. */
export function toStatus(
  { status }: Pick<CommonChoices, "status">,
  isDeliverable: boolean,
): CommonChoices["status"] {
  return isDeliverable ? status : "DRAFT";
}

/** What holds for all products, unless a product says otherwise. */
export function CommonChoicesCard({ review, common, onChange, children }: CommonChoicesCardProps) {
  const { isDeliverable, shopName, collections } = review;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingSm">
          For all of them
        </Text>
        <InlineStack gap="400" blockAlign="end">
          <Select
            label="Status in your store"
            options={[
              { label: "Active", value: "ACTIVE" },
              { label: "Draft: hidden until you publish it", value: "DRAFT" },
            ]}
            value={toStatus(common, isDeliverable)}
            disabled={!isDeliverable}
            onChange={(value) => onChange({ ...common, status: value === "ACTIVE" ? "ACTIVE" : "DRAFT" })}
          />
          <Select
            label="Vendor"
            options={[
              { label: shopName, value: "shop" },
              { label: "The supplier's brand, where it names one", value: "brand" },
            ]}
            value={common.vendor}
            onChange={(value) => onChange({ ...common, vendor: value === "brand" ? "brand" : "shop" })}
          />
          {collections.length > 0 ? (
            <CollectionPicker
              collections={collections}
              chosen={common.collections}
              onChange={(chosen) => onChange({ ...common, collections: chosen })}
            />
          ) : null}
        </InlineStack>
        {isDeliverable ? null : (
          <Text as="p" tone="subdued">
            They are added as drafts: no delivery profile ships to Pakistan from the supplier's location yet.
            Home shows how to set it.
          </Text>
        )}
        {children}
      </BlockStack>
    </Card>
  );
}

type CollectionPickerProps = {
  readonly collections: readonly Collection[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
};

/** Any number of the collections that are filled by hand. */
export function CollectionPicker({ collections, chosen, onChange }: CollectionPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const names = collections.filter(({ id }) => chosen.includes(id)).map(({ title }) => title);
  return (
    <Popover
      active={isOpen}
      onClose={() => setOpen(false)}
      activator={
        <Button disclosure onClick={() => setOpen(!isOpen)}>
          {names.length === 0 ? "Add to collections" : `In ${names.join(", ")}`}
        </Button>
      }
    >
      <OptionList
        allowMultiple
        options={collections.map(({ id, title }) => ({ value: id, label: title }))}
        selected={[...chosen]}
        onChange={(selected) => onChange(selected)}
      />
    </Popover>
  );
}
