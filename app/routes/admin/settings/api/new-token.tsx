import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Card, Checkbox, InlineStack, Select, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { countOf } from "#app/domain/messages/count-of.ts";
import { type ApiRight, apiRights, apiTokenDays } from "#app/domain/read-api/api-rights.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { useUnsaved } from "#app/ui/unsaved.ts";
import { useInvalidFocus } from "#app/ui/use-invalid-focus.ts";
import type { ApiAnswer } from "./do-api.server.ts";

const RIGHT_WORDS: Readonly<Record<ApiRight, string>> = {
  orders: "Orders, their parcels and what they bring",
  holds: "Holds: which orders wait for you, and why",
  payouts: "Payouts, by their day of release",
};

const DAYS = apiTokenDays.map((days) => ({ value: String(days), label: countOf(days, "day", "days") }));

type EditedToken = { readonly name: string; readonly rights: readonly ApiRight[]; readonly days: string };

const EMPTY: EditedToken = { name: "", rights: ["orders"], days: String(apiTokenDays[1]) };

type NewTokenProps = {
  readonly address: string;
  /** Another one is to be made. */
  readonly onAgain: () => void;
};

/** Makes a token, and shows it until the page is left or another one is made. */
export function NewToken({ address, onAgain }: NewTokenProps) {
  const [edited, setEdited] = useState(EMPTY);
  const [isMarked, setMarked] = useState(false);
  const form = useInvalidFocus<HTMLDivElement>(isMarked);
  const fetcher = useFetcher<ApiAnswer>();
  const isBusy = fetcher.state !== "idle";
  const answer = isBusy ? undefined : fetcher.data;
  useDoneToast(fetcher.data);
  const made = answer?.token;
  useUnsaved(edited.name !== "" && !isBusy && made === undefined);
  const { name, rights, days } = edited;
  const isNamed = name.trim() !== "";
  const make = () => {
    setMarked(!isNamed || rights.length === 0);
    if (!isNamed || rights.length === 0) return;
    const chosen = Object.fromEntries(rights.map((right) => [right, "true"]));
    fetcher.submit({ intent: "make", name, days, ...chosen }, { method: "post" });
  };
  if (made !== undefined) return <MadeToken {...{ token: made, address, onAgain }} />;
  return (
    <Card>
      <div ref={form}>
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            New token
          </Text>
          <TextField
            label="What is it for?"
            value={name}
            onChange={(typed) => setEdited({ ...edited, name: typed })}
            autoComplete="off"
            maxLength={60}
            placeholder="Monthly sheet"
            error={isMarked && !isNamed ? "Give it a name you will know it by." : undefined}
          />
          <BlockStack gap="100">
            {apiRights.map((right) => (
              <Checkbox
                key={right}
                label={RIGHT_WORDS[right]}
                checked={rights.includes(right)}
                onChange={(isOn) => setEdited({ ...edited, rights: withRight(rights, right, isOn) })}
                error={
                  isMarked && rights.length === 0 && right === "orders" ? "Choose at least one." : undefined
                }
              />
            ))}
          </BlockStack>
          <Select
            label="Works for"
            options={DAYS}
            value={days}
            onChange={(chosen) => setEdited({ ...edited, days: chosen })}
            helpText="Then it ends by itself."
          />
          <InlineStack>
            <Button variant="primary" onClick={make} loading={isBusy}>
              Make token
            </Button>
          </InlineStack>
          {answer && !answer.ok ? <Refusal answer={answer} /> : null}
        </BlockStack>
      </div>
    </Card>
  );
}

function withRight(rights: readonly ApiRight[], right: ApiRight, isOn: boolean): readonly ApiRight[] {
  return apiRights.filter((each) => (each === right ? isOn : rights.includes(each)));
}

function MadeToken({ token, address, onAgain }: NewTokenProps & { readonly token: string }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Copy the token now
        </Text>
        <Text as="p">It is shown this once, and not kept. Whoever has it reads what you chose.</Text>
        <TextField label="Token" value={token} autoComplete="off" readOnly selectTextOnFocus autoFocus />
        <InlineStack gap="200">
          <CopyButton label="Copy token" text={token} name="Token" />
          <Button onClick={onAgain}>Make another token</Button>
        </InlineStack>
        <Text as="p" tone="subdued" breakWord>
          Send it with each call: <code>{`curl -H "Authorization: Bearer …" ${address}`}</code>
        </Text>
      </BlockStack>
    </Card>
  );
}
