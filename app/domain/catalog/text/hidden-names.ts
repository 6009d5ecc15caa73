type Addresses = { readonly SERVICE_BASE_URL: string; readonly SERVICE_DASHBOARD_URL?: string | undefined };

const SHORTEST_NAME = 5;

/** Names of the supplier that a customer must not read: its hosts, and the name they carry. */
export function hiddenNamesOf({ SERVICE_BASE_URL, SERVICE_DASHBOARD_URL }: Addresses): readonly string[] {
  const hosts = [SERVICE_BASE_URL, SERVICE_DASHBOARD_URL ?? ""].flatMap((url) =>
    URL.canParse(url) ? [new URL(url).hostname] : [],
  );
  return [...new Set(hosts.flatMap((host) => [host, ...nameOf(host)]))];
}

/** "api.lahore-wholesale.com.pk" carries "lahore-wholesale": what stands before the ending, if it is a name at all. */
function nameOf(host: string): readonly string[] {
  if (/^[\d.:[\]]+$/.test(host)) return [];
  const labels = host.split(".").filter((label) => !/^(?:api|app|www|dashboard|com|co|net|org)$/.test(label));
  const name = labels.at(-2) ?? "";
  return name.length < SHORTEST_NAME ? [] : [name, name.replaceAll("-", " "), name.replaceAll("-", "")];
}
