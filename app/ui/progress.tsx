import { ProgressBar } from "@shopify/polaris";
import { useId } from "react";

type ProgressProps = { readonly done: number; readonly total: number };

/** How far work has come, in whole percents, as it is read aloud too. */
export function Progress({ done, total }: ProgressProps) {
  const id = useId();
  const percent = total === 0 ? 0 : Math.min(100, Math.round((done / total) * 100));
  return (
    <div>
      <span id={id} className="k-unseen">
        Progress
      </span>
      <ProgressBar size="small" progress={percent} ariaLabelledBy={id} />
    </div>
  );
}
