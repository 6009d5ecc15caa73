import { useState } from "react";
import { useOwnSearch } from "./own-search.ts";
import { Refusal } from "./refusal.tsx";

const FAILED = {
  ok: false,
  reason: "The list could not be exported.",
  detail: "Your list is as it was. Check your connection and try again.",
} as const;

/** The page's action that saves what the filters show as a CSV file, and why it did not work. */
export function useCsvExport({ path, name }: { readonly path: string; readonly name: string }) {
  const search = useOwnSearch();
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const save = async () => {
    setState("busy");
    const response = await fetch(`${path}${search}`).catch(() => null);
    if (!response?.ok) return setState("failed");
    saveAs(await response.blob(), `${name}-${new Date().toISOString().slice(0, 10)}.csv`);
    setState("idle");
  };
  return {
    action: { content: "Export CSV", loading: state === "busy", onAction: () => void save() },
    refusal: state === "failed" ? <Refusal answer={FAILED} /> : null,
  };
}

function saveAs(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
