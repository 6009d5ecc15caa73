import { useFetcher } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { BlockStack, Button, Text } from "@shopify/polaris";
import { useState } from "react";
import { PUBLISHING_SCOPES } from "#app/shopify/scopes.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { Refusal } from "#app/ui/refusal.tsx";

const SAID = {
  declined:
    "You did not allow it, so nothing is published. You can also publish products by hand in Shopify.",
  unavailable: "Shopify could not be asked from here. Open Karwan in your Shopify admin and press it again.",
} as const;

type AllowPublishingProps = { readonly label?: string; readonly variant?: "primary" | "secondary" };

/** Asks Shopify for the permission to publish, in place; what was imported before is published at once (R52). */
export function AllowPublishing({
  label = "Let customers see them",
  variant = "primary",
}: AllowPublishingProps) {
  const bridge = useAppBridge();
  const fetcher = useFetcher<ActionAnswer>();
  const [said, setSaid] = useState<keyof typeof SAID | null>(null);
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useDoneToast(fetcher.data);
  const press = async () => {
    setSaid(null);
    try {
      const { result } = await bridge.scopes.request([...PUBLISHING_SCOPES]);
      if (result === "granted-all")
        fetcher.submit({ intent: "allowed" }, { method: "post", action: "/settings/channels" });
      else setSaid("declined");
    } catch {
      setSaid("unavailable");
    }
  };
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Button variant={variant} onClick={() => void press()} loading={fetcher.state !== "idle"}>
        {label}
      </Button>
      {said ? <Text as="p">{SAID[said]}</Text> : null}
      {answer && !answer.ok ? <Refusal answer={answer} /> : null}
    </BlockStack>
  );
}
