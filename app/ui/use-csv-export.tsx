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
  /** Of the file, without its day and its ending. */
  readonly name: string;
  /** The filters, where they are not those of the page's own address. */
  readonly search?: string;
};

const TYPES = { csv: "text/csv", json: "application/json" } as const;

/** The page's action that saves what the filters show as a CSV file, and why it did not work. */
export function useCsvExport(file: CsvExport) {
  return useFileExport({ ...file, format: "csv" });
}

/** The same for a file of either kind. */
export function useFileExport({
  path,
  name,
  search: given,
  format,
}: CsvExport & { readonly format: keyof typeof TYPES }) {
  const own = useOwnSearch();
  const search = withFormat(given ?? own, format);
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const save = async () => {
    setState("busy");
    const send = (address: string, init: RequestInit) => fetch(address, init);
    const file = await readCsvFile({ send, stallMs: STALL_MS, type: TYPES[format] }, `${path}${search}`);
    if (file) saveAs(file, `${name}-${new Date().toISOString().slice(0, 10)}.${format}`);
    setState(file ? "idle" : "failed");
  };
  return {
    action: {
      content: `Export ${format.toUpperCase()}`,
      loading: state === "busy",
      onAction: () => void save(),
    },
    refusal: state === "failed" ? <Refusal answer={FAILED} /> : null,
  };
}

/** CSV is what an address without a word for it gives. */
function withFormat(search: string, format: keyof typeof TYPES): string {
  if (format === "csv") return search;
  const params = new URLSearchParams(search);
  params.set("format", format);
  return `?${params}`;
}

function saveAs(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
