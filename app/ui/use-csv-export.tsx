import { useState } from "react";
import { useOwnSearch } from "./own-search.ts";
import { readCsvFile } from "./read-csv-file.ts";
import { Refusal } from "./refusal.tsx";

const FAILED = {
  ok: false,
  reason: "The file did not arrive whole, so it was not saved.",
  detail: "Nothing was changed. Check your connection and press it again.",
} as const;

const STALL_MS = 30_000;

type CsvExport = {
  readonly path: string;
  readonly name: string;
  /** The filters, where they are not those of the page's own address. */
  readonly search?: string;
};

/** The page's action that saves what the filters show as a CSV file, and why it did not work. */
export function useCsvExport({ path, name, search: given }: CsvExport) {
  const own = useOwnSearch();
  const search = given ?? own;
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const save = async () => {
    setState("busy");
    const send = (address: string, init: RequestInit) => fetch(address, init);
    const file = await readCsvFile({ send, stallMs: STALL_MS }, `${path}${search}`);
    if (file) saveAs(file, `${name}-${new Date().toISOString().slice(0, 10)}.csv`);
    setState(file ? "idle" : "failed");
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
