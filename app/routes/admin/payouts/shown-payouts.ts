import type { useLoaderData } from "@remix-run/react";
import type { loader } from "./route.tsx";

export type ShownPayouts = ReturnType<typeof useLoaderData<typeof loader>>;
export type ShownDay = ShownPayouts["days"][number];
