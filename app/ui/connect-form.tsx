import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, FormLayout, InlineStack, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { ActionAnswer } from "./action-answer.ts";
import { useDoneToast } from "./action-button.tsx";
import { ConnectQuestion } from "./connect-question.tsx";
import { Refusal } from "./refusal.tsx";
import { useUnsaved } from "./unsaved.ts";

type ConnectFormProps = {
  readonly label: string;
  /** What another key changes here. It is asked about before it is connected; the first key of a shop is not. */
  readonly question?: string;
};

/** The supplier's key, wherever it is asked for. The secret is sent once and never shown again. */
export function ConnectForm({ label, question }: ConnectFormProps) {
  const fetcher = useFetcher<ActionAnswer>();
  const [keyId, setKeyId] = useState("");
  const [secret, setSecret] = useState("");
  const [isAsking, setAsking] = useState(false);
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useDoneToast(fetcher.data);
  useUnsaved((keyId !== "" || secret !== "") && fetcher.state === "idle" && !fetcher.data?.ok);
  const connect = (otherReceiver: "keep" | "take_over") => {
    setAsking(false);
    fetcher.submit(
      { intent: "connect", keyId, secret, otherReceiver },
      { method: "post", action: "/settings" },
    );
  };
  const submitButton = (
    <Button submit variant="primary" loading={fetcher.state !== "idle"} disabled={keyId === ""}>
      {label}
    </Button>
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (question === undefined) connect("keep");
        else setAsking(true);
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
            {question === undefined ? (
              submitButton
            ) : (
              <ConnectQuestion
                activator={submitButton}
                text={question}
                isOpen={isAsking}
                onConfirm={() => connect("keep")}
                onClose={() => setAsking(false)}
              />
            )}
            {answer && !answer.ok && answer.offer === "take_over" ? (
              <Button onClick={() => connect("take_over")}>Take over</Button>
            ) : null}
          </InlineStack>
        </BlockStack>
      </FormLayout>
    </form>
  );
}
