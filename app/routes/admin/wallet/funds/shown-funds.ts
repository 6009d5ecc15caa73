import type { useLoaderData } from "@remix-run/react";
import type { loader } from "./route.tsx";

export type ShownFunds = ReturnType<typeof useLoaderData<typeof loader>>;
export type ShownWaiting = ShownFunds["parcels"][number];
