/** A text of a test as the id that is wanted where it stands, which may be one that need not be there. */
export function asId<Id extends string | object | null | undefined>(text: string): Id {
  return text as Id;
}
