import { expect, it } from "vitest";
import { readMailFailure } from "#app/platform/mail/read-mail-failure.ts";

it.each([
  [
    { responseCode: 550, command: "RCPT TO" },
    { kind: "refused", code: "550" },
  ],
  [
    { responseCode: 450, command: "RCPT TO" },
    { kind: "deferred", code: "450" },
  ],
  [
    { responseCode: 552, command: "DATA" },
    { kind: "refused", code: "552" },
  ],
  [
    { responseCode: 451, command: "DATA" },
    { kind: "deferred", code: "451" },
  ],
  [
    { responseCode: 421, command: "RCPT TO" },
    { kind: "unreachable", code: "421" },
  ],
  [
    { responseCode: 535, command: "AUTH PLAIN" },
    { kind: "unreachable", code: "535" },
  ],
  [
    { responseCode: 550, command: "MAIL FROM" },
    { kind: "unreachable", code: "550" },
  ],
  [
    { responseCode: 554, command: "CONN" },
    { kind: "unreachable", code: "554" },
  ],
  [
    { code: "ETIMEDOUT", command: "CONN" },
    { kind: "unreachable", code: "ETIMEDOUT" },
  ],
  [new Error("something"), { kind: "unreachable", code: "unknown" }],
  [null, { kind: "unreachable", code: "unknown" }],
])("%o means %o", (error, failure) => {
  expect(readMailFailure(error)).toEqual(failure);
});
