import { Checkbox } from "@shopify/polaris";

type Switches = { readonly autoPrepaid: boolean; readonly autoCod: boolean };

type AutomaticSwitchesProps = {
  readonly value: Switches;
  readonly change: (changes: Partial<Switches>) => void;
  /** Since when each is on, where it is; nothing while they are proposed. */
  readonly since?: { readonly prepaid: string; readonly cod: string };
};

const PROPOSED = { prepaid: "", cod: "" };

/** Which orders are placed by themselves. */
export function AutomaticSwitches({ value, change, since = PROPOSED }: AutomaticSwitchesProps) {
  return (
    <>
      <Checkbox
        label="Place prepaid orders automatically"
        helpText={`The next paid order is sent to the supplier by itself.${since.prepaid}`}
        checked={value.autoPrepaid}
        onChange={(autoPrepaid) => change({ autoPrepaid })}
      />
      <Checkbox
        label="Place cash on delivery orders automatically"
        helpText={`The next cash on delivery order is sent to the supplier by itself.${since.cod}`}
        checked={value.autoCod}
        onChange={(autoCod) => change({ autoCod })}
      />
    </>
  );
}
