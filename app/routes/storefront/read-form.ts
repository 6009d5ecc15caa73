import express, { type RequestHandler } from "express";

/** Reads a form of a few fields. One that is too large, or no form, is refused without a word of what it held. */
export function readForm(limit: "4kb" | "16kb"): RequestHandler {
  const read = express.urlencoded({ extended: false, limit, parameterLimit: 8 });
  return (request, response, next) =>
    read(request, response, (error: unknown) => {
      if (error) return void response.status(400).end();
      next();
    });
}

/** A field that is sent twice is a list, and none of ours. */
export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
