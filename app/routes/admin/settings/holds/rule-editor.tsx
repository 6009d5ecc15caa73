import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Form, InlineStack, Select, Text, TextField } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { type OrderRuleKind, orderRuleKinds } from "#app/domain/orders/rules/order-rule-kinds.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { useUnsaved } from "#app/ui/unsaved.ts";
import { useInvalidFocus } from "#app/ui/use-invalid-focus.ts";
import { KIND_WORDS } from "./hold-rule-words.ts";

/** Rules of every effect are changed there. */
export const RULES_PATH = "/settings/holds";

type Draft = { readonly kind: OrderRuleKind; readonly limit: string };

type RuleEditorProps = {
  readonly saved: Draft;
  /** What is sent with the draft. */
  readonly fields: Readonly<Record<string, string>>;
  /** Above the kinds. */
  readonly label: string;
  readonly submit: string;
  /** Called once it is saved, or left as it was; left out where the form stays. */
  readonly onClose?: () => void;
};

const KINDS = orderRuleKinds.map((kind) => ({ value: kind as string, label: KIND_WORDS[kind].label }));

/** Which orders a rule is for: a kind, and what that kind asks for. */
export function RuleEditor({ saved, fields, label, submit, onClose }: RuleEditorProps) {
  const [draft, setDraft] = useState(saved);
  const fetcher = useFetcher<ActionAnswer>();
  const isBusy = fetcher.state !== "idle";
  const [isEdited, setEdited] = useState(false);
  const refusal = isBusy || isEdited || fetcher.data?.ok !== false ? undefined : fetcher.data;
  useDoneToast(fetcher.data);
  const form = useInvalidFocus<HTMLDivElement>(refusal);
  // A kind that was only chosen for a new rule is nothing to lose.
  const isTyped = onClose !== undefined || draft.limit !== "";
  useUnsaved(isTyped && JSON.stringify(draft) !== JSON.stringify(saved) && !isBusy);
  useEffect(() => {
    setEdited(false);
    if (!fetcher.data?.ok) return;
    setDraft({ kind: "value", limit: "" });
    onClose?.();
  }, [fetcher.data, onClose]);
  const send = (choice: Readonly<Record<string, string>> = {}) =>
    fetcher.submit({ ...fields, ...draft, ...choice }, { method: "post", action: RULES_PATH });
  // Why the last draft was refused is not said of another one.
  const edit = (edited: Draft) => {
    setEdited(true);
    setDraft(edited);
  };
  return (
    <div ref={form}>
      <Form onSubmit={() => send()}>
        <BlockStack gap="300">
          <Select
            label={label}
            options={KINDS}
            value={draft.kind}
            onChange={(kind) => edit({ kind: toKind(kind), limit: "" })}
            helpText={KIND_WORDS[draft.kind].help}
          />
          <LimitField
            draft={draft}
            error={refusal?.errors?.limit}
            onChange={(limit) => edit({ ...draft, limit })}
          />
          <Choices refusal={refusal} onChoose={(choice) => send({ choice })} />
          {refusal && !refusal.errors ? <Refusal answer={refusal} /> : null}
          <InlineStack gap="200">
            <Button submit loading={isBusy}>
              {submit}
            </Button>
            {onClose ? <Button onClick={onClose}>Leave it as it is</Button> : null}
          </InlineStack>
        </BlockStack>
      </Form>
    </div>
  );
}

type LimitFieldProps = {
  readonly draft: Draft;
  readonly error: string | undefined;
  readonly onChange: (limit: string) => void;
};

function LimitField({ draft, error, onChange }: LimitFieldProps) {
  const { limit } = KIND_WORDS[draft.kind];
  if (!limit) return null;
  return (
    <TextField
      label={limit.label}
      value={draft.limit}
      onChange={onChange}
      {...(limit.isNumber && { inputMode: "numeric" as const })}
      prefix={limit.prefix}
      suffix={limit.suffix}
      helpText={limit.help}
      autoComplete="off"
      maxLength={255}
      error={error}
    />
  );
}

type ChoicesProps = {
  readonly refusal: Extract<ActionAnswer, { ok: false }> | undefined;
  readonly onChoose: (value: string) => void;
};

/** What may be meant instead. */
function Choices({ refusal, onChoose }: ChoicesProps) {
  const choices = refusal?.choices ?? [];
  if (choices.length === 0) return null;
  return (
    <BlockStack gap="100">
      <Text as="p" tone="subdued">
        Do you mean one of these?
      </Text>
      <InlineStack gap="200">
        {choices.map(({ value, label }) => (
          <Button key={value} size="slim" onClick={() => onChoose(value)}>
            {label}
          </Button>
        ))}
      </InlineStack>
    </BlockStack>
  );
}

function toKind(text: string): OrderRuleKind {
  return orderRuleKinds.find((kind) => kind === text) ?? "value";
}
