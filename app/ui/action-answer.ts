/** What every action of a page returns: done with the words of a toast, or a sentence to show beside its cause. */
export type ActionAnswer =
  | { readonly ok: true; readonly done: string }
  | {
      readonly ok: false;
      readonly reason: string;
      /** What to do next, or the other side's own words. */
      readonly detail?: string;
      /** What may be sent along to go ahead all the same. */
      readonly offer?: "take_over" | "stop_updating";
    };
