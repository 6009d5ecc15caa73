import { ProgressBar } from "@shopify/polaris";
import { useId } from "react";
import { percentDone } from "./percent-done.ts";

type ProgressProps = { readonly done: number; readonly total: number };

/** How far work has come, in whole percents, as it is read aloud too. */
export function Progress({ done, total }: ProgressProps) {
  const id = useId();
  return (
    <div>
      <span id={id} className="k-unseen">
        Progress
      </span>
      <ProgressBar size="small" progress={percentDone({ done, total })} ariaLabelledBy={id} />
    </div>
  );
}
