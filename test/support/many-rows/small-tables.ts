/** Tables that stay small whatever the app does, with the reason. A loader may read one of them whole; every other table grows. */
export const smallTables: Readonly<Record<string, string>> = {
  hash_key: "one row",
  sealing_key: "a row for each key the operator ever had, which are a few",
};
