/** A URL, for projects that have neither the types of Node nor those of browsers. */
export interface FileUrl {
  readonly href: string;
}
