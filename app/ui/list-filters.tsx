import { ChoiceList, Filters, type FiltersProps, InlineGrid, TextField } from "@shopify/polaris";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useListBusy } from "./use-list-busy.ts";

/** One way to narrow a list; its value is what the URL holds, "" for all. */
type ListFilter =
  | (Named & { readonly kind: "choice"; readonly options: readonly Choice[] })
  | (Named & { readonly kind: "text"; readonly help?: string });

type Named = {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  /** In sight without being added first. */
  readonly pinned?: true;
};
type Choice = { readonly value: string; readonly label: string };

/** A first and a last day, each under its own key of the URL. */
type DaysFilter = {
  readonly label: string;
  readonly fromKey: string;
  readonly toKey: string;
  readonly from: string;
  readonly to: string;
};

type ListFiltersProps = {
  readonly search: string;
  readonly placeholder: string;
  /** `enter` where each search costs a request elsewhere. */
  readonly searchOn: "typing" | "enter";
  readonly onSearch: (text: string) => void;
  readonly filters: readonly ListFilter[];
  readonly days?: DaysFilter;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
};

/** Search and filters of a list, the same on every page that has one. */
export function ListFilters({ filters, days, onChange, placeholder, ...searching }: ListFiltersProps) {
  const [text, setText] = useSearchText(searching);
  const { isBusy } = useListBusy();
  const shown = [
    ...filters.map((filter) => toShown(filter, onChange)),
    ...(days ? [toShownDays(days, onChange)] : []),
  ];
  const keys = [...filters.map(({ key }) => key), ...(days ? [days.fromKey, days.toKey] : [])];
  return (
    <form
      className="k-filters"
      onSubmit={(event) => {
        event.preventDefault();
        setText(text, "now");
      }}
    >
      <Filters
        queryValue={text}
        queryPlaceholder={placeholder}
        loading={isBusy}
        onQueryChange={setText}
        onQueryClear={() => setText("", "now")}
        filters={shown.map(({ filter }) => filter)}
        appliedFilters={shown.flatMap(({ applied }) => (applied ? [applied] : []))}
        onClearAll={() => onChange(Object.fromEntries(keys.map((key) => [key, ""])))}
      />
    </form>
  );
}

const TYPING_PAUSE_MS = 300;

type Searching = Pick<ListFiltersProps, "search" | "searchOn" | "onSearch">;

/** What stands in the box; it searches after a pause in typing, on Enter, or when it is cleared. */
function useSearchText({ search, searchOn, onSearch }: Searching) {
  const [text, setText] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const asked = useRef(search);
  // By the time the pause is over another filter may stand in the address: the newest way to ask goes by that.
  const newest = useRef(onSearch);
  newest.current = onSearch;
  useEffect(() => {
    // The answer to what was asked a moment ago must not undo the letters typed since.
    if (search !== asked.current) setText(search);
    asked.current = search;
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (typed: string) => {
    asked.current = typed.trim();
    newest.current(asked.current);
  };
  /** The same words are not asked for twice: that would undo a tab pressed since. */
  const askLater = (typed: string) => {
    if (typed.trim() !== asked.current && !isLeft()) ask(typed);
  };
  const type = (typed: string, when: "now" | "later" = "later") => {
    setText(typed);
    clearTimeout(timer.current);
    if (when === "now") ask(typed);
    else if (searchOn === "typing") timer.current = setTimeout(() => askLater(typed), TYPING_PAUSE_MS);
  };
  return [text, type] as const;
}

/**
 * Whether another page is on its way: whoever opens something is not called back to the list by what was typed before. The
 * router knows before React has drawn it.
 */
function isLeft(): boolean {
  const { location, navigation } = window.__remixRouter.state;
  return navigation.location !== undefined && navigation.location.pathname !== location.pathname;
}

type Shown = {
  readonly filter: FiltersProps["filters"][number];
  readonly applied: NonNullable<FiltersProps["appliedFilters"]>[number] | null;
};

type OnChange = ListFiltersProps["onChange"];

function toShown(filter: ListFilter, onChange: OnChange): Shown {
  const { key, label, value, pinned } = filter;
  const change = (next: string) => onChange({ [key]: next });
  const words = filter.kind === "choice" ? filter.options.find((each) => each.value === value)?.label : value;
  return {
    filter: { key, label, pinned, filter: controlOf(filter, change) },
    applied: value === "" ? null : { key, label: `${label}: ${words ?? value}`, onRemove: () => change("") },
  };
}

function controlOf(filter: ListFilter, change: (value: string) => void): ReactNode {
  if (filter.kind === "text")
    return <TypedFilter label={filter.label} value={filter.value} help={filter.help} onDone={change} />;
  return (
    <ChoiceList
      title={filter.label}
      titleHidden
      choices={[...filter.options]}
      selected={[filter.value]}
      onChange={([chosen]) => change(chosen ?? "")}
    />
  );
}

type TypedFilterProps = {
  readonly label: string;
  readonly value: string;
  readonly help?: string;
  readonly onDone: (value: string) => void;
};

/** Takes effect when the field is left or Enter is pressed, not with each letter. */
function TypedFilter({ label, value, help, onDone }: TypedFilterProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const done = () => text.trim() !== value && onDone(text.trim());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // The form of the whole list stands around this one in React's tree.
        event.stopPropagation();
        done();
      }}
    >
      <TextField
        label={label}
        value={text}
        onChange={setText}
        onBlur={done}
        helpText={help}
        autoComplete="off"
      />
    </form>
  );
}

function toShownDays({ label, fromKey, toKey, from, to }: DaysFilter, onChange: OnChange): Shown {
  const day = (name: string, key: string, value: string) => (
    <TextField
      label={name}
      type="date"
      value={value}
      onChange={(next) => onChange({ [key]: next })}
      autoComplete="off"
    />
  );
  const words = [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(" ");
  return {
    filter: {
      key: fromKey,
      label,
      filter: (
        <InlineGrid columns={2} gap="200">
          {day("From", fromKey, from)}
          {day("To", toKey, to)}
        </InlineGrid>
      ),
    },
    applied:
      words === ""
        ? null
        : {
            key: fromKey,
            label: `${label}: ${words}`,
            onRemove: () => onChange({ [fromKey]: "", [toKey]: "" }),
          },
  };
}
