import { AppError, type AppErrorOptions } from "#app/platform/errors.ts";
import type { SupplierErrorCode, SupplierErrorKind } from "./error-codes.ts";
import type { ErrorDetails } from "./error-details.ts";
import type { Mode } from "./mode.ts";

type SupplierErrorOptions = Omit<AppErrorOptions, "details"> & {
  readonly kind: SupplierErrorKind;
  readonly status?: number;
  readonly details?: ErrorDetails;
  readonly mode?: Mode;
};

/** A failed call to the service. The message holds the service's own words where it spoke (R22). */
export class SupplierError extends AppError {
  declare readonly code: SupplierErrorCode;
  declare readonly details: ErrorDetails;
  readonly kind: SupplierErrorKind;
  /** HTTP status; null when no answer arrived. */
  readonly status: number | null;
  /** Of the key it was called with; null where that is not known. */
  mode: Mode | null;

  constructor(code: SupplierErrorCode, message: string, options: SupplierErrorOptions) {
    super(code, message, { ...options, details: options.details ?? { kind: "none" } });
    this.kind = options.kind;
    this.status = options.status ?? null;
    this.mode = options.mode ?? null;
  }
}

/** Whether an error is of a call to the service. */
export function isSupplierError(error: unknown): error is SupplierError {
  return error instanceof SupplierError;
}
