/** What Remix builds of the routes; there after `npm run build`. */
declare module "#build/server/index.js" {
  const build: import("@remix-run/node").ServerBuild;
  export = build;
}
