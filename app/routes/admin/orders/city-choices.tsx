import { Select } from "@shopify/polaris";
import { ordersInWords } from "./bulk-words.ts";
import type { ShownOrder } from "./shown-order.ts";

const AS_WRITTEN = "as_written:";

/** What was chosen for each spelling; a city of null sends it as it is written. */
export function toCityAnswers(answers: Readonly<Record<string, string>>) {
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

/** One question for each spelling among the chosen orders. */
export function CityChoices({ rows, cities, answers, onChange }: CityChoicesProps) {
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
