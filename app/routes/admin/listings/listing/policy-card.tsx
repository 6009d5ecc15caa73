import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Card, Select, Text, TextField } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { choiceWords, POLICY_CHOICES, type PolicyKey } from "#app/routes/admin/listings/policy-words.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { useUnsaved } from "#app/ui/unsaved.ts";
import type { ShownPage } from "./shown-page.ts";

type Policy = ShownPage["policy"];
type Fields = Readonly<Record<PolicyKey | "stockBuffer", string>>;

/** "shop" follows the shop's setting. */
const SHOP = "shop";

/** Where this listing differs from the shop's settings. */
export function PolicyCard({ policy }: { policy: Policy }) {
  const saved = toFields(policy);
  const savedText = JSON.stringify(saved);
  const [fields, setFields] = useState<Fields>(saved);
  const fetcher = useFetcher<ActionAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useDoneToast(fetcher.data);
  // What was saved elsewhere, or just now, becomes the ground edits are compared with.
  useEffect(() => setFields(JSON.parse(savedText)), [savedText]);
  const isDirty = JSON.stringify(fields) !== savedText;
  useUnsaved(isDirty && fetcher.state === "idle");
  const save = () => fetcher.submit({ intent: "policy", ...fields }, { method: "post" });
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          For this listing
        </Text>
        <TextField
          label="Units kept back"
          type="number"
          inputMode="numeric"
          min={0}
          value={fields.stockBuffer}
          placeholder={`As the shop: ${policy.ofShop.stockBuffer}`}
          onChange={(stockBuffer) => setFields({ ...fields, stockBuffer })}
          error={answer && !answer.ok ? answer.errors?.stockBuffer : undefined}
          autoComplete="off"
        />
        {POLICY_CHOICES.map(({ key, label, options }) => (
          <Select
            key={key}
            label={label}
            value={fields[key]}
            options={[
              {
                value: SHOP,
                label: `As the shop: ${lower(choiceWords(key, choosable(policy.ofShop[key])))}`,
              },
              ...options,
            ]}
            onChange={(chosen) => setFields({ ...fields, [key]: chosen })}
          />
        ))}
        {answer && !answer.ok ? <Refusal answer={answer} /> : null}
        {isDirty ? (
          <Button variant="primary" onClick={save} loading={fetcher.state !== "idle"}>
            Save for this listing
          </Button>
        ) : null}
      </BlockStack>
    </Card>
  );
}

function toFields({ own }: Policy): Fields {
  return {
    stockBuffer: own.stockBuffer === undefined ? "" : String(own.stockBuffer),
    whenOutOfStock: choosable(own.whenOutOfStock ?? SHOP),
    whenCostChanges: own.whenCostChanges ?? SHOP,
    whenContentChanges: own.whenContentChanges ?? SHOP,
    whenVariantsChange: own.whenVariantsChange ?? SHOP,
    whenRemoved: own.whenRemoved ?? SHOP,
  };
}

/** Hiding single variants cannot be chosen (D-51): where it stands it counts as quantity 0. */
function choosable(value: string): string {
  return value === "hide" ? "quantity" : value;
}

function lower(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
