import { Combobox, Listbox } from "@shopify/polaris";

type CityFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly cities: readonly string[];
  readonly error?: string;
  readonly helpText?: string;
  readonly onChange: (city: string) => void;
};

const MOST = 8;

/** A city by its first letters: arrows and Enter choose, or it stays as typed. */
export function CityField({ cities, value, onChange, ...field }: CityFieldProps) {
  const found = findCities(cities, value);
  const activator = <Combobox.TextField {...field} value={value} onChange={onChange} autoComplete="off" />;
  return (
    <Combobox activator={activator}>
      {found.length > 0 ? (
        <Listbox onSelect={onChange}>
          {found.map((name) => (
            <Listbox.Option key={name} value={name} selected={name === value}>
              {name}
            </Listbox.Option>
          ))}
        </Listbox>
      ) : null}
    </Combobox>
  );
}

function findCities(cities: readonly string[], typed: string): readonly string[] {
  const key = typed.trim().toLowerCase();
  if (key === "") return cities.slice(0, MOST);
  const starts = cities.filter((name) => name.toLowerCase().startsWith(key));
  const holds = cities.filter((name) => name.toLowerCase().includes(key) && !starts.includes(name));
  return [...starts, ...holds].slice(0, MOST);
}
