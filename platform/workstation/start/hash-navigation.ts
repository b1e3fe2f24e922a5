import type { Navigation } from '#core';

/** Moves by the hash of the address; the router follows it. */
export function hashNavigation(page: Pick<Window, 'location'>): Navigation {
  return {
    go(path, options = {}) {
      const absolutePath = path.startsWith('/') ? path : `/${path}`;
      if (options.replace === true) page.location.replace(`#${absolutePath}`);
      else page.location.hash = absolutePath;
    },
  };
}
