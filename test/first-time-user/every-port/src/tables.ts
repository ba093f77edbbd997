/** What has run, and about what. */
export interface Tables {
  seen: { what: string; key: string };
}
