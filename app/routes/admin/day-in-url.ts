import { z } from "zod";

/** A day of an address, "2026-11-21": one that exists, in a century whose days a calendar and the database can hold. */
export const dayInUrl = z.iso.date().refine((day) => day.startsWith("20"));
