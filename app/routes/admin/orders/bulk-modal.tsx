import { useFetcher } from "@remix-run/react";
import { BlockStack, Modal, Select, Text } from "@shopify/polaris";
import { useState } from "react";
import type { BulkAction } from "#app/domain/orders/bulk/plan-bulk-item.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { Refusal } from "#app/ui/refusal.tsx";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { bulkQuestion, ordersInWords } from "./bulk-words.ts";
import type { ShownOrder } from "./shown-order.ts";

export type Selection = {
  readonly ids: readonly string[];
  readonly rows: readonly ShownOrder[];
  /** Everything the filters show, beyond this page. */
  readonly isAll: boolean;
};

type BulkModalProps = {
  readonly action: BulkAction;
  readonly selection: Selection;
  readonly cities: readonly string[];
  readonly onClose: () => void;
};

/** Asks once before many orders are changed; a refusal stays in sight beside the button. */
export function BulkModal({ action, selection, cities, onClose }: BulkModalProps) {
  const { params } = useListUrl("after");
  const fetcher = useFetcher<ActionAnswer>();
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const words = wordsOf(action, selection);
  const start = () =>
    fetcher.submit(
      {
        ...{ intent: "bulk", action, address: params.toString() },
        ...(selection.isAll ? { all: "1" } : { ids: selection.ids.join(",") }),
        ...(action === "choose_city" ? { cities: JSON.stringify(toAnswers(answers)) } : {}),
      },
      { method: "post", action: "/orders" },
    );
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  return (
    <Modal
      open
      onClose={onClose}
      title={words.title}
      primaryAction={{
        content: words.confirm,
        destructive: words.isDestructive,
        loading: fetcher.state !== "idle",
        onAction: start,
      }}
      secondaryActions={[{ content: "Not now", onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          <Text as="p">{words.text}</Text>
          {action === "choose_city" ? (
            <CityChoices rows={selection.rows} cities={cities} answers={answers} onChange={setAnswers} />
          ) : null}
          {answer && !answer.ok ? <Refusal answer={answer} /> : null}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

function wordsOf(action: BulkAction, { ids, rows, isAll }: Selection) {
  if (action !== "choose_city") return bulkQuestion(action, ids.length, isAll ? "all" : rows);
  return {
    title: "Choose a city",
    text: "Every order that waits with the same spelling goes on, also those you did not choose. The answer is remembered.",
    confirm: "Use these cities",
    isDestructive: false,
  };
}

const AS_WRITTEN = "as_written:";

function toAnswers(answers: Readonly<Record<string, string>>) {
  return Object.entries(answers)
    .filter(([, chosen]) => chosen !== "")
    .map(([spelling, chosen]) => ({ spelling, city: chosen === AS_WRITTEN ? null : chosen }));
}

type CityChoicesProps = {
  readonly rows: readonly ShownOrder[];
  readonly cities: readonly string[];
  readonly answers: Readonly<Record<string, string>>;
  readonly onChange: (answers: Readonly<Record<string, string>>) => void;
};

function CityChoices({ rows, cities, answers, onChange }: CityChoicesProps) {
  const asked = Map.groupBy(
    rows.flatMap(({ askedCity }) => (askedCity ? [askedCity] : [])),
    ({ spelling }) => spelling,
  );
  return [...asked].map(([spelling, same]) => {
    const near = [...new Set(same.flatMap(({ suggestions }) => suggestions))];
    const rest = cities.filter((city) => !near.includes(city));
    return (
      <Select
        key={spelling}
        label={`“${spelling}” (${ordersInWords(same.length)})`}
        value={answers[spelling] ?? ""}
        onChange={(chosen) => onChange({ ...answers, [spelling]: chosen })}
        options={[
          { label: "Leave it waiting", value: "" },
          ...near.map((city) => ({ label: city, value: city })),
          { label: "Send as written", value: AS_WRITTEN },
          { title: "All cities", options: rest.map((city) => ({ label: city, value: city })) },
        ]}
      />
    );
  });
}
