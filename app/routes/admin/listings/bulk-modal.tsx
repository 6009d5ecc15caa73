import { BlockStack, Checkbox, Modal, Select, Spinner, Text } from "@shopify/polaris";
import { useState } from "react";
import type { ListingAction } from "#app/domain/catalog/listings/run/listing-actions.ts";
import { countedWords } from "#app/ui/counted-words.ts";
import { Refusal } from "#app/ui/refusal.tsx";
import type { AskedAction } from "#app/ui/resource-list/resource-list.tsx";
import { countUnable, UnableReasons } from "#app/ui/resource-list/unable-reasons.tsx";
import { useBulkPress } from "#app/ui/resource-list/use-bulk-press.tsx";
import { useBulkPreview } from "#app/ui/resource-list/use-bulk-preview.ts";
import type { loader } from "./bulk-preview.ts";
import { actionQuestion } from "./bulk-words.ts";
import { POLICY_CHOICES } from "./policy-words.ts";
import type { ShownListing } from "./shown-listing.ts";

type BulkModalProps = AskedAction<ShownListing, ListingAction>;

/** Asks once before many listings are changed; a refusal stays in sight beside the button. */
export function BulkModal({ action, selection, onClose }: BulkModalProps) {
  const { start, isBusy, refusal } = useBulkPress({ list: "/listings", action, selection });
  const [more, setMore] = useState<Readonly<Record<string, string>>>({});
  const preview = useBulkPreview<typeof loader>({ list: "/listings", action, selection });
  if (!preview || "reason" in preview)
    return (
      <Modal open onClose={onClose} title={preview ? "Nothing can be done here" : "One moment"}>
        <Modal.Section>
          {preview ? (
            <Refusal answer={preview} />
          ) : (
            <Spinner size="small" accessibilityLabel="Looking at the listings" />
          )}
        </Modal.Section>
      </Modal>
    );
  const { able, unable } = preview;
  const words = actionQuestion(action, able.length);
  const isNone = able.length === 0;
  return (
    <Modal
      open
      onClose={onClose}
      title={isNone ? "Nothing can be done here" : words.title}
      primaryAction={{
        content: words.confirm,
        destructive: words.isDestructive,
        disabled: isNone || (action === "policy" && !more.value),
        loading: isBusy,
        onAction: () => start(able, more),
      }}
      secondaryActions={[{ content: "Not now", onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {isNone ? null : <Text as="p">{words.text}</Text>}
          {unable.length === 0 ? null : (
            <Text as="p" fontWeight="medium">
              {countedWords({
                ...{ able: able.length, unable: countUnable(unable) },
                ...{ thing: "listing", things: "listings", done: "be taken" },
              })}
            </Text>
          )}
          <UnableReasons unable={unable} />
          {action === "policy" ? <PolicyChoice chosen={more} onChange={setMore} /> : null}
          {action === "unlink" ? (
            <Checkbox
              label="Also hide them as drafts"
              checked={more.hide === "1"}
              onChange={(isOn) => setMore(isOn ? { hide: "1" } : {})}
            />
          ) : null}
          {action === "delete" ? (
            <Checkbox
              label="Also delete products that are for sale now"
              helpText="Without this, those are left, and the result says which."
              checked={more.activeToo === "1"}
              onChange={(isOn) => setMore(isOn ? { activeToo: "1" } : {})}
            />
          ) : null}
          {refusal}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

type PolicyChoiceProps = {
  readonly chosen: Readonly<Record<string, string>>;
  readonly onChange: (chosen: Readonly<Record<string, string>>) => void;
};

/** One policy and what it becomes; the shop's own setting is one of the choices. */
function PolicyChoice({ chosen, onChange }: PolicyChoiceProps) {
  const policy = POLICY_CHOICES.find(({ key }) => key === chosen.policy) ?? POLICY_CHOICES[0];
  return (
    <BlockStack gap="200">
      <Select
        label="Policy"
        value={policy.key}
        options={POLICY_CHOICES.map(({ key, label }) => ({ value: key, label }))}
        onChange={(key) => onChange({ policy: key, value: "" })}
      />
      <Select
        label="What to do"
        value={chosen.value ?? ""}
        placeholder="Choose"
        options={[...policy.options, { value: "shop", label: "As the shop's settings say" }]}
        onChange={(value) => onChange({ policy: policy.key, value })}
      />
    </BlockStack>
  );
}
