/** What every action of a page returns: done with the words of a toast, or a sentence to show beside its cause. */
export type ActionAnswer =
  | { readonly ok: true; readonly done: string }
  | { readonly ok: false; readonly reason: string; readonly field?: string };
