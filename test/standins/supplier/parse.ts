import { z } from "zod";
import { ApiError } from "./api-error.ts";

type Problem = { path: string; message: string };

export function invalid(path: string, message: string): ApiError {
  const problem: Problem = { path, message };
  return new ApiError("validation_error", message, [problem]);
}

/** Body bytes as JSON: UTF-8 only, one value, nothing else. An empty body is `undefined`. */
export function parseJson(rawBody: Buffer): unknown {
  if (rawBody.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(rawBody));
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof TypeError) {
      throw invalid("", "The body is not valid JSON");
    }
    throw cause;
  }
}

/** Parses with a schema or throws `validation_error` listing each problem. */
export function parseWith<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const problems: Problem[] = result.error.issues.map((issue) => ({
    path: issue.path.map(String).join("."),
    message: issue.message,
  }));
  throw new ApiError("validation_error", "Some fields are missing or invalid", problems);
}

export const requiredText = z.string().refine((text) => text.trim() !== "", "Must not be empty");
export const optionalText = z.string().optional();

export function integerParam(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  if (text === null) return null;
  if (!/^\d{1,12}$/.test(text)) throw invalid(name, `${name} must be an integer`);
  return Number(text);
}

export function booleanParam(query: URLSearchParams, name: string): boolean | null {
  const text = query.get(name);
  if (text === null) return null;
  if (text !== "true" && text !== "false") throw invalid(name, `${name} must be true or false`);
  return text === "true";
}

export function dateParam(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  if (text === null) return null;
  const parsed = z.iso.datetime({ offset: true }).safeParse(text);
  if (!parsed.success) throw invalid(name, `${name} must be an ISO 8601 date-time`);
  return Date.parse(parsed.data);
}

export function enumParam<T extends string>(
  query: URLSearchParams,
  name: string,
  values: readonly T[],
): T | null {
  const text = query.get(name);
  if (text === null) return null;
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) throw invalid(name, `${name} must be one of ${values.join(", ")}`);
  return value;
}
