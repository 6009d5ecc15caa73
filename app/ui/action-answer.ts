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
      /** What was to be fixed is fixed already: its button leaves the page, so this is said where it stays. */
      readonly gone?: true;
      /** What is wrong with the fields of a form, by their names. */
      readonly errors?: Readonly<Record<string, string>>;
      /** What to press instead: each is sent along as `choice`. */
      readonly choices?: readonly { readonly value: string; readonly label: string }[];
    };
