/** SQL for an id that is the same for the same words, in the form of a random one. */
export function idFrom(words: string): string {
  return `overlay(overlay(md5(${words}) placing '4' from 13) placing '8' from 17)::uuid`;
}
