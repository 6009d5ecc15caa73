/** So many things are in one answer. */
export const API_PAGE_SIZE = 100;

/** A page of things of one kind; `next` goes into the address of the page behind it, and is null on the last. */
export type ApiPage<Thing> = {
  readonly data: readonly Thing[];
  readonly next: string | null;
  readonly asOf: Date;
};
