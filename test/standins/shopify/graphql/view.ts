import { GraphQLError, type GraphQLResolveInfo } from "graphql";

/**
 * A view is what the stand-in shows of its state: a plain object whose functions take GraphQL arguments.
 * What a view does not name is not modelled, and asking for it is an error, never a silent null.
 */
export type Args = Readonly<Record<string, unknown>>;
export type View = Readonly<Record<string, unknown>>;
type FieldFunction = (args: Args, info: GraphQLResolveInfo) => unknown;

export function readField(source: unknown, args: Args, info: GraphQLResolveInfo): unknown {
  if (!isView(source) || source[info.fieldName] === undefined) {
    throw new GraphQLError(`The stand-in does not model ${info.parentType.name}.${info.fieldName}`, {
      extensions: { code: "NOT_MODELLED" },
    });
  }
  const value = source[info.fieldName];
  return isFunction(value) ? value(args, info) : value;
}

export function refuse(
  message: string,
  code: string,
  extensions: Record<string, unknown> = {},
): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...extensions } });
}

function isView(value: unknown): value is View {
  return typeof value === "object" && value !== null;
}

function isFunction(value: unknown): value is FieldFunction {
  return typeof value === "function";
}
