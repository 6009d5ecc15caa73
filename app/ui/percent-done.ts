/** How far work has come, in whole percents and never more than all of it. */
export function percentDone({ done, total }: { readonly done: number; readonly total: number }): number {
  return total === 0 ? 0 : Math.min(100, Math.round((done / total) * 100));
}
