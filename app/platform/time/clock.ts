/** The time as the domain sees it: the database's, as far as a process can carry it on. Leases ask the database itself. */
export type Clock = { readonly now: () => Date };
