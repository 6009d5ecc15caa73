import { findPackageJSON } from "node:module";
import path from "node:path";

/** Where `package.json` stands, for a process that runs from its sources as for one that runs from `build/app`. */
export const PROJECT_FOLDER = path.dirname(findPackageJSON("..", import.meta.url) ?? "package.json");
