/** Navigates between pages of the hash router. */
export interface Navigation {
  /** `path` starts with '/', e.g. `/scan?study=…&scan=…`. */
  go(path: string, options?: { readonly replace?: boolean }): void;
}
