import { OPERATION_POINTS } from "./operation-points.generated.ts";

/** A document of the Admin API with the types of its variables and its answer, which exist at compile time only. */
export type AdminOperation<Result, Variables> = {
  readonly name: string;
  readonly kind: "query" | "mutation";
  readonly document: string;
  /** May be sent again when it is not known whether the first one arrived. */
  readonly repeatable: boolean;
  /** Hands `userErrors` to the caller instead of throwing them. */
  readonly returnsUserErrors: boolean;
  /** What it asks for at the most, in points of query cost, until an answer of the shop says so. */
  readonly points: (variables: Variables) => number;
  readonly types?: (variables: Variables) => Result;
};

/** Points on top of the document's own, by what a change carries. */
export type ExtraPoints<Variables> = (variables: Variables) => number;

/** A read: may always be repeated. */
export function query<Result, Variables>(document: string): AdminOperation<Result, Variables> {
  const name = nameOf(document, "query");
  return {
    name,
    kind: "query",
    document,
    repeatable: true,
    returnsUserErrors: false,
    points: () => ownPoints(name),
  };
}

/**
 * A change. `repeatable` only where sending it twice is the same as once: it carries an idempotency key, or it
 * sets a state instead of adding to one.
 */
export function mutation<Result, Variables>(
  document: string,
  options: {
    readonly repeatable: boolean;
    readonly returnsUserErrors?: boolean;
    readonly extraPoints?: ExtraPoints<Variables>;
  },
): AdminOperation<Result, Variables> {
  const name = nameOf(document, "mutation");
  const { extraPoints = () => 0 } = options;
  return {
    name,
    kind: "mutation",
    document,
    repeatable: options.repeatable,
    returnsUserErrors: options.returnsUserErrors ?? false,
    points: (variables) => Math.ceil(ownPoints(name) + extraPoints(variables)),
  };
}

const UNKNOWN_POINTS = 20;

function ownPoints(name: string): number {
  return OPERATION_POINTS[name] ?? UNKNOWN_POINTS;
}

function nameOf(document: string, kind: string): string {
  const name = new RegExp(`^\\s*(?:#graphql)?\\s*${kind}\\s+(\\w+)`).exec(document)?.[1];
  if (name === undefined) throw new Error(`A document does not start with a named ${kind}`);
  return name;
}
