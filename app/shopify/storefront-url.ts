/** Where a shop's customers are. With a stand-in it is on this machine, under the shop's name. */
export function storefrontUrl(shopDomain: string, standinUrl: string | undefined): string {
  if (standinUrl === undefined) return `https://${shopDomain}`;
  const [name] = shopDomain.split(".");
  return `http://${name}.localhost:${new URL(standinUrl).port}`;
}
