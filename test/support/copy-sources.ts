import { cp, mkdir, readdir, symlink } from "node:fs/promises";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const copied = ["app", "prisma", "public", "vite", "package.json", "tsconfig.json", "vite.config.ts"];

/** Copies what the app is developed from into a folder, for a test that changes it; packages are links to ours. */
export async function copySources(folder: string): Promise<void> {
  await Promise.all(
    copied.map((name) => cp(path.join(root, name), path.join(folder, name), { recursive: true })),
  );
  const packages = path.join(folder, "node_modules");
  await mkdir(packages);
  for (const name of await readdir(path.join(root, "node_modules"))) {
    // The copy keeps what Vite makes of packages to itself.
    if (name === ".vite") continue;
    await symlink(path.join(root, "node_modules", name), path.join(packages, name));
  }
}
