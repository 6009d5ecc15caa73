/** Cuts a webhook body to the fields a subscription includes; "a.b" reaches into objects and lists. */
export function pickFields(body: object, fields: readonly string[] | undefined): unknown {
  if (!fields || fields.length === 0) return body;
  const wanted = new Map<string, string[]>();
  for (const field of fields) {
    const [head = "", ...rest] = field.split(".");
    const below = wanted.get(head) ?? [];
    wanted.set(head, rest.length > 0 ? [...below, rest.join(".")] : below);
  }
  const picked: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body)) {
    const below = wanted.get(key);
    if (below) picked[key] = below.length > 0 ? pickBelow(value, below) : value;
  }
  return picked;
}

function pickBelow(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => pickBelow(entry, fields));
  return typeof value === "object" && value !== null ? pickFields(value, fields) : value;
}
