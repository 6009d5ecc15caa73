/** Far beyond any description. What is done with HTML grows with these, in places with their square. */
const mostCharacters = 50_000;
const mostTags = 3000;

/** The beginning of an HTML text, as much of it as is parsed. */
export function boundHtml(html: string): string {
  const beginning = html.slice(0, mostCharacters);
  let at = -1;
  for (let tags = 0; tags <= mostTags; tags += 1) {
    at = beginning.indexOf("<", at + 1);
    if (at === -1) return beginning;
  }
  return beginning.slice(0, at);
}
