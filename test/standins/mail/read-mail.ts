export type ReceivedMail = {
  readonly to: readonly string[];
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
};

/** A mail of one plain part as it came over the line. */
export function readMail(raw: string): Omit<ReceivedMail, "to"> {
  const [head = "", ...rest] = raw.split(/\r?\n\r?\n/);
  const lines = head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  const body = rest.join("\n\n");
  const encoding = headers["content-transfer-encoding"] ?? "7bit";
  return {
    headers,
    messageId: headers["message-id"] ?? "",
    subject: decodeWords(headers.subject ?? ""),
    text: decodeBody(body, encoding).replaceAll("\r\n", "\n"),
  };
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return body;
  return decodeQuoted(body.replace(/=\r?\n/g, ""));
}

function decodeQuoted(quoted: string): string {
  const bytes = quoted.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=` of a header. */
function decodeWords(header: string): string {
  const joined = header.replace(/\?=\s+=\?/g, "?==?");
  return joined.replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
    kind.toLowerCase() === "b"
      ? Buffer.from(word, "base64").toString("utf8")
      : decodeQuoted(word.replaceAll("_", " ")),
  );
}
