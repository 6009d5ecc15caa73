import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Checkbox, Modal, Text } from "@shopify/polaris";
import { useState } from "react";
import type { ActionAnswer } from "./action-answer.ts";
import { ActionButton, useDoneToast } from "./action-button.tsx";
import { Refusal } from "./refusal.tsx";

const PLACING = "/settings/placing";

export function StartShadowMode() {
  return <ActionButton label="Start shadow mode" intent="start_shadow" action={PLACING} />;
}

type Switches = { readonly autoPrepaid: boolean; readonly autoCod: boolean };

/** Asks how to go on: what is left unticked waits for a press. */
export function EndShadowMode({ switches }: { readonly switches: Switches }) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(switches);
  const fetcher = useFetcher<ActionAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useDoneToast(fetcher.data);
  const { autoPrepaid, autoCod } = chosen;
  const end = () =>
    fetcher.submit(
      { intent: "end_shadow", autoPrepaid: String(autoPrepaid), autoCod: String(autoCod) },
      { method: "post", action: PLACING },
    );
  return (
    <>
      <Button onClick={() => setOpen(true)}>End shadow mode</Button>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        title="End shadow mode?"
        primaryAction={{
          content: autoPrepaid || autoCod ? "End it and place automatically" : "End it and keep both off",
          loading: fetcher.state !== "idle",
          onAction: end,
        }}
        secondaryActions={[{ content: "Go on trying", onAction: () => setOpen(false) }]}
      >
        <Modal.Section>
          <BlockStack gap="300">
            <Text as="p">
              From now on. Orders that arrived until now are not placed by themselves; they stand under To
              place.
            </Text>
            <Checkbox
              label="Place prepaid orders automatically"
              checked={autoPrepaid}
              onChange={(checked) => setChosen({ ...chosen, autoPrepaid: checked })}
            />
            <Checkbox
              label="Place cash on delivery orders automatically"
              checked={autoCod}
              onChange={(checked) => setChosen({ ...chosen, autoCod: checked })}
            />
            {answer && !answer.ok ? <Refusal answer={answer} /> : null}
          </BlockStack>
        </Modal.Section>
      </Modal>
    </>
  );
}
