/** The subject of a row of work that runs a sweep; the other half is `parseSweepSubject`. */
export function toSweepSubject(kind: string, mode: string): string {
  return mode === "" ? kind : `${kind}/${mode}`;
}

export function parseSweepSubject(subject: string): { readonly kind: string; readonly mode: string } {
  const [kind = "", mode = ""] = subject.split("/");
  return { kind, mode };
}
