/** The first word of a person's name: enough to know whose order it is where many are listed. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/u)[0] ?? "";
}
