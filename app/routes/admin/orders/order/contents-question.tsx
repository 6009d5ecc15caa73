import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Select, Text } from "@shopify/polaris";
import { type FormEvent, useState } from "react";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { orderCommands } from "#app/domain/orders/commands/registry.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { useUnsaved } from "#app/ui/unsaved.ts";
import type { ShownOrder } from "./shown-order.ts";

type ContentsUnknownHandoff = ShownOrder["contentsUnknown"][number];
/** Parcels by the lines put into them; a line nobody has spoken of is missing. */
type Choice = Readonly<Record<string, string>>;

/** Which parcel holds which item, one choice for each item; nothing is chosen beforehand. */
export function ContentsQuestion({ handoff }: { handoff: ContentsUnknownHandoff }) {
  const [choice, setChoice] = useState<Choice>({});
  const fetcher = useFetcher<ActionAnswer>();
  useDoneToast(fetcher.data);
  useUnsaved(Object.keys(choice).length > 0 && fetcher.state === "idle" && !fetcher.data?.ok);
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const { handoffId, lines, parcels } = handoff;
  const save = (event: FormEvent) => {
    event.preventDefault();
    const said = JSON.stringify(Object.entries(choice).map(([lineGid, parcelId]) => ({ lineGid, parcelId })));
    fetcher.submit({ intent: "say_contents", handoffId, said }, { method: "post" });
  };
  const options = parcels.map((parcel) => ({ label: parcelWords(parcel), value: parcel.id }));
  return (
    <form onSubmit={save} className="k-contents">
      <BlockStack gap="300">
        <Text as="p">The supplier's dashboard shows what each parcel holds.</Text>
        {lines.map(({ lineGid, title, quantity, wholesalePkr }) => (
          <Select
            key={lineGid}
            label={`${quantity} × ${title}`}
            helpText={`Costs ${formatRupees(wholesalePkr)} at the supplier`}
            placeholder="Choose the parcel"
            options={options}
            value={choice[lineGid] ?? ""}
            onChange={(parcelId) => setChoice({ ...choice, [lineGid]: parcelId })}
          />
        ))}
        <Disagreements handoff={handoff} choice={choice} />
        {answer && !answer.ok ? <Refusal answer={answer} /> : null}
        <div>
          <Button submit variant="primary" loading={fetcher.state !== "idle"}>
            {orderCommands.say_contents.label}
          </Button>
        </div>
      </BlockStack>
    </form>
  );
}

function parcelWords({
  part,
  orderNumber,
  trackingNumber,
  wholesalePkr,
}: ContentsUnknownHandoff["parcels"][number]) {
  const goods = wholesalePkr === null ? null : `goods for ${formatRupees(wholesalePkr)}`;
  return [`Parcel ${part}`, orderNumber, trackingNumber, goods].filter((word) => word !== null).join(" · ");
}

/** Once all is chosen: parcels whose goods would cost something else than the supplier says. */
function Disagreements({ handoff, choice }: { handoff: ContentsUnknownHandoff; choice: Choice }) {
  if (handoff.lines.some(({ lineGid }) => choice[lineGid] === undefined)) return null;
  return handoff.parcels.map(({ id, part, wholesalePkr }) => {
    const chosen = handoff.lines
      .filter(({ lineGid }) => choice[lineGid] === id)
      .reduce((sum, line) => sum + line.wholesalePkr, 0);
    if (wholesalePkr === null || chosen === wholesalePkr) return null;
    return (
      <Text as="p" key={id} tone="caution">
        Look again: by this choice the goods of parcel {part} cost {formatRupees(chosen)}, and the supplier
        says {formatRupees(wholesalePkr)}.
      </Text>
    );
  });
}
