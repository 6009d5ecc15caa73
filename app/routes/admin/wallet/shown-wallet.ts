import type { useLoaderData } from "@remix-run/react";
import type { loader } from "./route.tsx";

export type ShownWallet = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["page"]>;
export type ShownLine = ShownWallet["lines"][number];
export type ShownParcel = ShownWallet["parcels"][number];
