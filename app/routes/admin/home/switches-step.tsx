import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Checkbox, Text } from "@shopify/polaris";
import { useState } from "react";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { useUnsaved } from "#app/ui/unsaved.ts";

/** Proposes both switches On; the press makes it so (R27). */
export function SwitchesStep() {
  const [autoPrepaid, setPrepaid] = useState(true);
  const [autoCod, setCod] = useState(true);
  const [shadow, setShadow] = useState(false);
  const fetcher = useFetcher<ActionAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useDoneToast(fetcher.data);
  useUnsaved((!autoPrepaid || !autoCod || shadow) && fetcher.state === "idle" && !fetcher.data?.ok);
  const save = () =>
    fetcher.submit(
      {
        ...{ intent: "switches", autoPrepaid: String(autoPrepaid), autoCod: String(autoCod) },
        shadow: String(shadow),
      },
      { method: "post", action: "/settings" },
    );
  return (
    <BlockStack gap="300" inlineAlign="start">
      <Text as="p">A switch covers orders from now on. You can change it at any time.</Text>
      <Checkbox
        label="Place prepaid orders automatically"
        helpText="The next paid order is sent to the supplier by itself."
        checked={autoPrepaid}
        onChange={setPrepaid}
      />
      <Checkbox
        label="Place cash on delivery orders automatically"
        helpText="The next cash on delivery order is sent to the supplier by itself."
        checked={autoCod}
        onChange={setCod}
      />
      <Checkbox
        label="Try it in shadow mode first"
        helpText="Every order is decided and none is placed by itself. You see what would have happened, and end it with one press."
        checked={shadow}
        onChange={setShadow}
      />
      {answer && !answer.ok ? <Refusal answer={answer} /> : null}
      <Button variant="primary" onClick={save} loading={fetcher.state !== "idle"}>
        {autoPrepaid || autoCod ? "Save" : "Keep both off"}
      </Button>
    </BlockStack>
  );
}
