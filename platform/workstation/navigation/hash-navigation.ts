import type { Navigation } from '#core';

/** Navigates by changing the hash of the address, which the router observes. */
export function hashNavigation(page: Pick<Window, 'location'>): Navigation {
  return {
    go(path, options = {}) {
      const absolutePath = path.startsWith('/') ? path : `/${path}`;
      if (options.replace === true) page.location.replace(`#${absolutePath}`);
      else page.location.hash = absolutePath;
    },
  };
}
