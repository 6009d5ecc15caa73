/** Sites of couriers that deliver in Pakistan; their subdomains count too. */
const COURIER_HOSTS: readonly string[] = [
  "tcsexpress.com",
  "tcscourier.com",
  "leopardscourier.com",
  "leopardscod.com",
  "mulphilog.com",
  "postex.pk",
  "trax.pk",
  "sonic.pk",
  "callcourier.com.pk",
  "blue-ex.com",
  "blueex.com",
  "daewoo.com.pk",
  "daewoofastex.pk",
  "fastex.pk",
  "pakpost.gov.pk",
  "ep.gov.pk",
  "withrider.com",
  "swyftlogistics.com",
  "barqraftar.com",
  "instaworld.pk",
  "tranzo.pk",
  "movexpk.com",
  "speedaf.com",
  "ocs.com.pk",
  "aramex.com",
  "dhl.com",
  "fedex.com",
  "ups.com",
];

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/**
 * The tracking link a customer may see: only a known courier's own https page (rule R13), because any other
 * host could show the supplier. Null means company and number alone.
 */
export function trackingLink(url: string | null | undefined): string | null {
  const parsed = parseUrl((url ?? "").trim());
  if (parsed === null || parsed.protocol !== "https:") return null;
  if (parsed.port !== "" || parsed.username !== "" || parsed.password !== "") return null;
  const host = parsed.hostname.replace(/\.$/u, "");
  const isCourier = COURIER_HOSTS.some((known) => host === known || host.endsWith(`.${known}`));
  return isCourier ? parsed.href : null;
}
