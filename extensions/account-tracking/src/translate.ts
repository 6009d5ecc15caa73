/** Says a key of the extension's locale file in the customer's language. */
export type Translate = (key: string, options?: Readonly<Record<string, string | number>>) => string;
