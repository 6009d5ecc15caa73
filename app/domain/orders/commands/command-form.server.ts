import { z } from "zod";
import { invariant } from "#app/platform/errors.ts";
import { formTypes } from "./form-types.ts";
import { orderCommands } from "./registry.ts";

const [first, ...others] = Object.values(orderCommands).flatMap(({ schema }) =>
  schema === null ? [] : [schema(formTypes)],
);
invariant(first, "No command can be given");

/** Every button and form of an order's page. */
export const commandForm = z.discriminatedUnion("intent", [first, ...others]);
