import { setTimeout as wait } from "node:timers/promises";
import { afterAll } from "vitest";

/** Preact runs effects 35 ms after it drew where no frame comes, and then asks the page, which Vitest takes away at the end. */
const LONGER_THAN_PREACT_WAITS_MS = 100;

afterAll(() => wait(LONGER_THAN_PREACT_WAITS_MS));
