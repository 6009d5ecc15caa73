/** The rooms of `app/domain`, from the ground up (`docs/architecture.md`). A room imports only from those before it. */
const domainRooms = [
  "stock-work",
  "money",
  "messages",
  "context",
  "timeline",
  "attention",
  "deliveries",
  "idempotency",
  "bulk-actions",
  "policy",
  "sweeps",
  "connection",
  "shops",
  "wallet",
  "catalog",
  "inventory",
  "orders",
  "storefront",
  "delivery-charge",
  "payouts",
  "read-api",
  "wallet-page",
  "settlement",
  "notifications",
  "flow",
  "privacy",
  "product-events",
  "activity",
  "home",
];

/** Who may import whom, folder by folder and entry by entry; each may import itself. */
const mayImport = {
  "app/platform/": [],
  "app/supplier/": ["app/platform/"],
  "app/shopify/": ["app/platform/"],
  "app/domain/": ["app/supplier/", "app/shopify/", "app/platform/"],
  "app/intake/": ["app/domain/", "app/platform/"],
  "app/jobs/": ["app/domain/", "app/supplier/", "app/shopify/", "app/platform/"],
  "app/ui/": ["app/domain/", "app/platform/"],
  "app/routes/": [
    "app/app.",
    "app/intake/",
    "app/domain/",
    "app/supplier/",
    "app/shopify/",
    "app/platform/",
    "app/ui/",
  ],
  "app/routes.": [],
  "app/ops.": ["app/routes/"],
  "app/app.": ["app/jobs/", "app/domain/", "app/supplier/", "app/shopify/", "app/platform/"],
  "app/root.": ["app/app.", "app/routes/", "app/ui/"],
  "app/entry.": ["app/app.", "app/routes/", "app/ui/"],
  "app/web.": ["app/app.", "app/jobs/", "app/ops.", "app/platform/", "app/routes/"],
  "app/worker.": ["app/app.", "app/jobs/", "app/ops.", "app/platform/"],
  "app/develop.": ["app/platform/", "app/web."],
  "extensions/": [],
  "test/standins/": ["test/support/"],
};

/** A pattern for paths that begin with one of these. */
const anyOf = (prefixes) => `^(${prefixes.map((prefix) => prefix.replaceAll(".", "\\.")).join("|")})`;

const ours = anyOf(["app/", "extensions/", "prisma/", "test/", "vite/"]);

const directions = Object.entries(mayImport).map(([from, allowed]) => ({
  name: `what-${from.replace(/[./]+$/, "").replaceAll("/", "-")}-imports`,
  severity: "error",
  comment: `${from} imports only ${[from, ...allowed].join(", ")}`,
  from: { path: anyOf([from]) },
  to: { path: ours, pathNot: anyOf([from, ...allowed]) },
}));

const inDomain = (rooms) => `^app/domain/(${rooms.join("|")})/`;

const downwards = domainRooms.slice(0, -1).map((room, row) => ({
  name: `${room}-imports-downwards`,
  severity: "error",
  comment: `app/domain/${room} imports only rooms before it in the order of rooms`,
  from: { path: inDomain([room]) },
  to: { path: inDomain(domainRooms.slice(row + 1)) },
}));

/** Both ends of an import, so that a file which only imports, or is only imported, is seen. */
const nowhereAt = (name, comment, place) =>
  [
    { from: place, to: {} },
    { from: {}, to: place },
  ].map((ends) => ({ name, severity: "error", comment, ...ends }));

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...directions,
    ...downwards,
    ...nowhereAt("room-without-a-row", "A room of the domain has its row in the order of rooms", {
      path: "^app/domain/",
      pathNot: inDomain(domainRooms),
    }),
    ...nowhereAt("loose-file", "Orders and the catalog have rooms inside; a file stands in one of them", {
      path: "^app/domain/(orders|catalog)/[^/]+$",
    }),
    ...nowhereAt("entry-without-a-row", "A folder or an entry of the app says what it may import", {
      path: "^app/",
      pathNot: anyOf(Object.keys(mayImport)),
    }),
    {
      name: "routes-are-entered-from-outside",
      severity: "error",
      comment: "Only the entries of the app import a route; tests go through HTTP",
      from: { pathNot: anyOf(["app/routes/", "app/ops.", "app/root.", "app/entry.", "app/web."]) },
      to: { path: "^app/routes/" },
    },
    {
      name: "domain-without-frameworks",
      severity: "error",
      comment: "The domain knows no web framework, no queue, no React and no HTTP server",
      from: { path: "^app/domain/" },
      to: {
        path: [
          "(^|/)node_modules/(@remix-run/|bullmq/|express/|react/|@shopify/polaris|@shopify/shopify-app)",
          "^(node:)?https?$",
        ],
      },
    },
    {
      name: "vite-in-development-only",
      severity: "error",
      comment: "Only the entry of development imports Vite, and no row above lets anything import that entry",
      from: { path: "^app/", pathNot: "^app/develop\\." },
      to: { path: "(^|/)node_modules/(vite|@remix-run/dev)/" },
    },
    {
      name: "no-circle",
      severity: "error",
      comment:
        "Files do not import each other in a circle, types included. The stand-ins mirror schemas that do",
      from: { pathNot: "^test/" },
      to: { circular: true },
    },
    {
      name: "nothing-missing",
      severity: "error",
      comment: "What is imported is there",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // Types count: a room that knows another's types is not below it.
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    // What is built comes and goes while others look.
    exclude: { path: "^(?:extensions/[^/]+/dist|build)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      extensions: [".ts", ".tsx", ".js", ".d.ts"],
    },
  },
};
