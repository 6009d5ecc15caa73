import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, InlineStack, List, Popover, Spinner, Text } from "@shopify/polaris";
import { useState } from "react";
import type { loader as previewLoader } from "#app/routes/admin/linking-preview.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { linkingWords, modeWords } from "./mode-words.ts";

/** Asks once before another mode's key is put to use, and says what becomes of the products (R23). */
export function SwitchModeButton({ mode }: { mode: Mode }) {
  const [isOpen, setOpen] = useState(false);
  const preview = useFetcher<typeof previewLoader>();
  const press = useFetcher<ActionAnswer>();
  const answer = press.state === "idle" ? press.data : undefined;
  useDoneToast(press.data);
  const words = modeWords(mode);
  const open = () => {
    if (!isOpen) preview.load(`/settings/linking?mode=${mode}`);
    setOpen(!isOpen);
  };
  const activator = (
    <Button variant="primary" disclosure onClick={open}>
      {words.button}
    </Button>
  );
  return (
    <Popover active={isOpen} activator={activator} onClose={() => setOpen(false)} sectioned>
      <section aria-label={words.title}>
        <BlockStack gap="300">
          <Text as="p" variant="headingSm">
            {words.title}
          </Text>
          <Text as="p">{words.text}</Text>
          {preview.data ? (
            <Preview shown={preview.data} />
          ) : (
            <Spinner size="small" accessibilityLabel="Looking" />
          )}
          {answer && !answer.ok ? <Refusal answer={answer} /> : null}
          <InlineStack gap="200">
            <Button
              variant="primary"
              loading={press.state !== "idle"}
              onClick={() =>
                press.submit({ intent: "activate", mode }, { method: "post", action: "/settings" })
              }
            >
              {words.confirm}
            </Button>
            <Button onClick={() => setOpen(false)}>Not now</Button>
          </InlineStack>
        </BlockStack>
      </section>
    </Popover>
  );
}

type Shown = NonNullable<ReturnType<typeof useFetcher<typeof previewLoader>>["data"]>;

function Preview({ shown: { preview, trouble } }: { shown: Shown }) {
  if (preview === null) {
    return (
      <Text as="p">
        {trouble?.title} {trouble?.whatToDo}
      </Text>
    );
  }
  const { sentence, names, more } = linkingWords(preview);
  return (
    <BlockStack gap="100">
      <Text as="p">{sentence}</Text>
      {names.length > 0 ? (
        <List>
          {names.map((name) => (
            <List.Item key={name}>
              <bdi>{name}</bdi>
            </List.Item>
          ))}
        </List>
      ) : null}
      {more ? <Text as="p">{more}</Text> : null}
    </BlockStack>
  );
}
