import { useFetcher } from "@remix-run/react";
import { Button, Checkbox, FormLayout, InlineStack, TextField } from "@shopify/polaris";
import { type FormEvent, useEffect, useState } from "react";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { useUnsaved } from "#app/ui/unsaved.ts";
import { CityField } from "./city-field.tsx";
import type { ShownOrder } from "./shown-order.ts";

type Fix = NonNullable<ShownOrder["fixes"]["customer"]>;
type Fields = Fix["fields"];
type TextName = Exclude<keyof Fields, "cityAsWritten">;

type EditCustomerProps = {
  readonly fix: Fix;
  readonly cities: readonly string[];
  readonly onDone: () => void;
};

/** Corrects whom the parcel goes to; what the order itself says stands beneath each field that differs. */
export function EditCustomerForm({ fix, cities, onDone }: EditCustomerProps) {
  const fetcher = useFetcher<ActionAnswer>();
  const [fields, setFields] = useState(fix.fields);
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const refusal = answer && !answer.ok ? answer : null;
  useDoneToast(fetcher.data);
  useUnsaved(JSON.stringify(fields) !== JSON.stringify(fix.fields) && fetcher.state === "idle");
  useEffect(() => {
    if (fetcher.data?.ok) onDone();
  }, [fetcher.data, onDone]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const seenEditAt = fix.corrected?.at ?? "";
    const typed = { ...fields, cityAsWritten: String(fields.cityAsWritten) };
    fetcher.submit({ ...typed, seenEditAt, intent: "edit_customer" }, { method: "post" });
  };
  const propsOf = (name: TextName) => ({
    ...{ label: LABELS[name], value: fields[name], autoComplete: "off" },
    ...{ error: refusal?.errors?.[name], helpText: originalOf(fix, fields, name) },
    onChange: (value: string) => setFields({ ...fields, [name]: value, ...unticked(name) }),
  });
  return (
    <form onSubmit={save} className="k-edit-customer">
      <FormLayout>
        <TextField {...propsOf("name")} />
        <FormLayout.Group condensed>
          <TextField {...propsOf("phone")} type="tel" />
          <TextField {...propsOf("secondPhone")} type="tel" />
        </FormLayout.Group>
        <TextField {...propsOf("address")} multiline={3} />
        <TextField {...propsOf("landmark")} />
        <CityField {...propsOf("city")} cities={cities} />
        <Checkbox
          label="Send the city as written"
          checked={fields.cityAsWritten}
          onChange={(cityAsWritten) => setFields({ ...fields, cityAsWritten })}
        />
        {refusal ? <Refusal answer={refusal} /> : null}
        <InlineStack gap="200">
          <Button submit variant="primary" loading={fetcher.state !== "idle"}>
            Save and go on
          </Button>
          <Button onClick={onDone}>Leave it</Button>
        </InlineStack>
      </FormLayout>
    </form>
  );
}

const LABELS: Readonly<Record<TextName, string>> = {
  name: "Name",
  phone: "Phone",
  secondPhone: "Second phone (optional)",
  address: "Address",
  landmark: "Landmark (optional)",
  city: "City",
};

/** "As written" was said of one spelling; another one is another question. */
function unticked(name: TextName) {
  return name === "city" ? { cityAsWritten: false } : {};
}

function originalOf({ original }: Fix, fields: Fields, name: TextName): string | undefined {
  if (name === "secondPhone" || name === "landmark") return undefined;
  return original[name] === fields[name] ? undefined : `In the order: ${original[name] || "nothing"}`;
}
