import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, FormLayout, InlineStack, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { ActionAnswer } from "./action-answer.ts";
import { useDoneToast } from "./action-button.tsx";
import { Refusal } from "./refusal.tsx";
import { useUnsaved } from "./unsaved.ts";

/** The supplier's key, wherever it is asked for. The secret is sent once and never shown again. */
export function ConnectForm({ label }: { label: string }) {
  const fetcher = useFetcher<ActionAnswer>();
  const [keyId, setKeyId] = useState("");
  const [secret, setSecret] = useState("");
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useDoneToast(fetcher.data);
  useUnsaved((keyId !== "" || secret !== "") && fetcher.state === "idle" && !fetcher.data?.ok);
  const connect = (otherReceiver: "keep" | "take_over") =>
    fetcher.submit(
      { intent: "connect", keyId, secret, otherReceiver },
      { method: "post", action: "/settings" },
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        connect("keep");
      }}
    >
      <FormLayout>
        <TextField
          label="Key id"
          value={keyId}
          onChange={setKeyId}
          autoComplete="off"
          helpText="From the supplier's dashboard. A test key tries everything without sending a parcel."
        />
        <TextField label="Secret" type="password" value={secret} onChange={setSecret} autoComplete="off" />
        <BlockStack gap="300" inlineAlign="start">
          {answer && !answer.ok ? <Refusal answer={answer} /> : null}
          <InlineStack gap="200">
            <Button submit variant="primary" loading={fetcher.state !== "idle"} disabled={keyId === ""}>
              {label}
            </Button>
            {answer && !answer.ok && answer.offer === "take_over" ? (
              <Button onClick={() => connect("take_over")}>Take over</Button>
            ) : null}
          </InlineStack>
        </BlockStack>
      </FormLayout>
    </form>
  );
}
