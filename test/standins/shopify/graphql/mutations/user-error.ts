/** What a mutation refuses: thrown inside, shown as the payload's `userErrors`. */
export class UserErrors extends Error {
  readonly list: ReadonlyArray<UserError>;
  constructor(list: ReadonlyArray<UserError>) {
    super(list.map(({ message }) => message).join("; "));
    this.list = list;
  }
}

export type UserError = {
  readonly field: readonly string[] | null;
  readonly message: string;
  readonly code?: string | null;
  readonly elementIndex?: number | null;
};

export function refuseWith(
  message: string,
  field: readonly string[] | null = null,
  code: string | null = null,
): UserErrors {
  return new UserErrors([{ field, message, code }]);
}

/** Runs a mutation; on refusal every named field of the payload is null and `userErrors` says why. */
export function payload<K extends string>(
  nullFields: readonly K[],
  act: () => Readonly<Record<K, unknown>>,
  errorsField = "userErrors",
): Readonly<Record<string, unknown>> {
  try {
    return { ...act(), [errorsField]: [] };
  } catch (error) {
    if (!(error instanceof UserErrors)) throw error;
    const nulls = Object.fromEntries(nullFields.map((field) => [field, null]));
    return { ...nulls, [errorsField]: error.list.map((one) => ({ code: null, elementIndex: null, ...one })) };
  }
}
