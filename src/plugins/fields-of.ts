/** The custom fields of a row that the API has returned: its types do not know which fields a shop has. */
export const fieldsOf = (row: object): Readonly<Record<string, unknown>> =>
  (row as { custom_fields?: Record<string, unknown> }).custom_fields ?? {};
