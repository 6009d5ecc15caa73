export type SourceFile = { readonly path: string; readonly text: string };

export type Violation = { readonly path: string; readonly sentence: string };

/** What one file of the app does for all others. dependency-cruiser sees who imports whom, not this. */
const onePlaces = [
  {
    pattern: /\bpool\.connect\(/,
    path: "app/platform/database/pooled-client.server.ts",
    does: "holds a connection of the pool",
  },
  { pattern: /\bprocess\.env\b/, path: "app/platform/process/env.server.ts", does: "reads process.env" },
  {
    pattern: /\bupdate work set lease_until\b|new AppError\("lease_lost"/,
    path: "app/platform/queue/lease.server.ts",
    does: "renews a lease of work or tells that it is lost",
  },
] as const;

/** Every file of the app that does what only one may. */
export function findViolations(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => path.startsWith("app/"))
    .flatMap(({ path, text }) =>
      onePlaces
        .filter((place) => path !== place.path && place.pattern.test(withoutComments(text)))
        .map((place) => ({ path, sentence: `${place.does}, which only ${place.path} may` })),
    );
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}
