import { createContext } from "react";

/** What inline scripts of a document bear, so that they may run; a browser never tells it, and needs it no more. */
export const NonceContext = createContext<string | undefined>(undefined);
