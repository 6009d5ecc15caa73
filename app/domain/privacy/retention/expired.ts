/** What one step removed, and where the next one goes on; null when nothing is left of its kind. */
export type Expired = { readonly rows: number; readonly next: string | null };
