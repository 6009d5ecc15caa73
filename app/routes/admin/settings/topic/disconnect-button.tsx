import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Checkbox, InlineStack, Popover, Text } from "@shopify/polaris";
import { useState } from "react";
import type { Mode } from "#app/supplier/mode.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { Refusal } from "#app/ui/refusal.tsx";

/** Asks once, and once more with the parcels that would no longer update (R26). */
export function DisconnectButton({ mode, endsInUse }: { mode: Mode; endsInUse: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [isSoldOut, setSoldOut] = useState(true);
  const fetcher = useFetcher<ActionAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useDoneToast(fetcher.data);
  const disconnect = (openParcels: "wait" | "when_over" | "stop_updating") =>
    fetcher.submit(
      {
        intent: "disconnect",
        mode,
        openParcels,
        ...(endsInUse && { products: isSoldOut ? "sold_out" : "stay" }),
      },
      { method: "post" },
    );
  const mustInsist = answer?.ok === false && answer.offer === "stop_updating";
  const activator = (
    <Button disclosure onClick={() => setOpen(!isOpen)}>
      Disconnect
    </Button>
  );
  return (
    <Popover active={isOpen} activator={activator} onClose={() => setOpen(false)} sectioned>
      <section aria-label="Disconnect from the supplier?">
        <BlockStack gap="300">
          <Text as="p" variant="headingSm">
            Disconnect from the supplier?
          </Text>
          <Text as="p">
            Every key of this integration stops working, the live one and the test one. Nothing more is sent;
            orders already placed are still delivered.
          </Text>
          {endsInUse ? (
            <Checkbox
              label="Show its products as sold out"
              helpText="Sets their stock at Karwan's location to 0. Otherwise customers can go on buying what nobody sends. A key connected later brings the stock back."
              checked={isSoldOut}
              onChange={setSoldOut}
            />
          ) : null}
          {answer && !answer.ok ? <Refusal answer={answer} /> : null}
          <InlineStack gap="200">
            {mustInsist ? (
              <Button
                variant="primary"
                loading={fetcher.state !== "idle"}
                onClick={() => disconnect("when_over")}
              >
                Wait for the last parcel
              </Button>
            ) : null}
            <Button
              {...(mustInsist ? {} : { variant: "primary" as const })}
              tone="critical"
              loading={fetcher.state !== "idle"}
              onClick={() => disconnect(mustInsist ? "stop_updating" : "wait")}
            >
              {mustInsist ? "Disconnect now" : "Disconnect"}
            </Button>
            <Button onClick={() => setOpen(false)}>Keep it</Button>
          </InlineStack>
        </BlockStack>
      </section>
    </Popover>
  );
}
