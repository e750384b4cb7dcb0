declare const jsonText: unique symbol;

/** JSON for a `jsonb` column; a list that is handed over as it is would become an array of Postgres. */
export type JsonText = string & { readonly [jsonText]: true };

export const toJson = (value: object): JsonText => JSON.stringify(value) as JsonText;
