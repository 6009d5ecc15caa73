import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const folder = (name: string) => fileURLToPath(new URL(`./${name}/`, import.meta.url));

export default defineConfig({
  resolve: { alias: { "#app/": folder("app"), "#test/": folder("test") } },
  test: { include: ["test/**/*.test.ts", "test/**/*.test.tsx"], environment: "node" },
});
