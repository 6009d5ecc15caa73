/** A document of the Admin API with the types of its variables and its answer, which exist at compile time only. */
export type AdminOperation<Result, Variables> = {
  readonly name: string;
  readonly kind: "query" | "mutation";
  readonly document: string;
  /** May be sent again when it is not known whether the first one arrived. */
  readonly repeatable: boolean;
  /** Hands `userErrors` to the caller instead of throwing them. */
  readonly returnsUserErrors: boolean;
  readonly types?: (variables: Variables) => Result;
};

/** A read: may always be repeated. */
export function query<Result, Variables>(document: string): AdminOperation<Result, Variables> {
  return {
    name: nameOf(document, "query"),
    kind: "query",
    document,
    repeatable: true,
    returnsUserErrors: false,
  };
}

/**
 * A change. `repeatable` only where sending it twice is the same as once: it carries an idempotency key, or it
 * sets a state instead of adding to one.
 */
export function mutation<Result, Variables>(
  document: string,
  options: { readonly repeatable: boolean; readonly returnsUserErrors?: boolean },
): AdminOperation<Result, Variables> {
  return {
    name: nameOf(document, "mutation"),
    kind: "mutation",
    document,
    repeatable: options.repeatable,
    returnsUserErrors: options.returnsUserErrors ?? false,
  };
}

function nameOf(document: string, kind: string): string {
  const name = new RegExp(`^\\s*(?:#graphql)?\\s*${kind}\\s+(\\w+)`).exec(document)?.[1];
  if (name === undefined) throw new Error(`A document does not start with a named ${kind}`);
  return name;
}
