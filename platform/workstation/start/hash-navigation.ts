import type { Navigation } from '#core';

/** Moves by the hash of the address; the router follows it. */
export function hashNavigation(page: Pick<Window, 'location'>): Navigation {
  return {
    go(path, options = {}) {
      const own = path.startsWith('/') ? path : `/${path}`;
      if (options.replace === true) page.location.replace(`#${own}`);
      else page.location.hash = own;
    },
  };
}
