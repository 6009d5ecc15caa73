/**
 * The session token a request brings: in its `Authorization` header, else in its address as the admin opens a document.
 * A header of any other form is no token, and the address does not stand in for it: who presses and whose rights are
 * asked would be two people.
 */
export function sessionTokenOf(request: Request): string | null {
  const header = request.headers.get("authorization");
  if (header !== null) return /^Bearer ([^\s,]+)$/.exec(header)?.[1] ?? null;
  return new URL(request.url).searchParams.get("id_token");
}
