/** What a page throws for anything that is not this shop's; whether another shop has it is not told. */
export function notFound(): Response {
  return Response.json(null, { status: 404 });
}
