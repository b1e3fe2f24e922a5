/**
 * Returns the address of the application, possibly a folder of a web site, without a trailing slash.
 * @param href address of the page
 */
export function appBase(href: string): string {
  return new URL('.', href).href.replace(/\/$/, '');
}
