import type { Statement } from "./statement.ts";
import { ORDER_STATEMENTS } from "./statements-orders.ts";
import { PLATFORM_STATEMENTS } from "./statements-platform.ts";
import { RESOURCE_STATEMENTS } from "./statements-resources.ts";

/** What the API document says, sentence by sentence; the contract tests name these ids. */
export const STATEMENTS: readonly Statement[] = [
  ...RESOURCE_STATEMENTS,
  ...ORDER_STATEMENTS,
  ...PLATFORM_STATEMENTS,
];
