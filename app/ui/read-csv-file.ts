type Reading = {
  readonly send: (address: string, init: { readonly signal: AbortSignal }) => Promise<Response>;
  /** Without a further part of the file for so long it is given up. */
  readonly stallMs: number;
  /** What the file has to be: CSV unless said otherwise. */
  readonly type?: string;
};

/** A file, whole; null where no answer came, another thing came, it broke off, or nothing more of it came. */
export async function readCsvFile(
  { send, stallMs, type = "text/csv" }: Reading,
  address: string,
): Promise<Blob | null> {
  const stop = new AbortController();
  const wait = () => setTimeout(() => stop.abort(), stallMs);
  let timer = wait();
  try {
    const { ok, headers, body } = await send(address, { signal: stop.signal });
    if (!ok || !body || !headers.get("Content-Type")?.startsWith(type)) return null;
    const parts: BlobPart[] = [];
    const reader = body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      clearTimeout(timer);
      timer = wait();
    }
    return new Blob(parts, { type });
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
