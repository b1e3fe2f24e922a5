// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { FEATURES, featuresOf, type Role, role } from '#contracts';
import { guard } from '../../platform/workstation/navigation/guard.ts';
import { PRODUCT_PAGES } from '../../platform/workstation/navigation/product-pages.ts';
import { appRoutes } from '../../platform/workstation/routing/app-routes.tsx';
import { aHost } from './support/a-host.ts';
import { builtInSources } from './support/all-extensions.ts';

const opened: { dispose(): void }[] = [];
afterEach(() => {
  for (const disposable of opened.splice(0)) disposable.dispose();
});

/** Returns the routes of the application without the disabled extensions. */
async function routesWithout(disabledIds: readonly string[] = []) {
  const testHost = await aHost([...builtInSources()], disabledIds);
  opened.push(testHost);
  return appRoutes(testHost.host);
}

/** All pages except the landing page, which only redirects and is never displayed. */
const VISIBLE_PAGES = PRODUCT_PAGES.filter(({ path }) => path !== '/');

describe('the pages of the product', () => {
  it('are those of the specification, with title and required features', async () => {
    const routes = await routesWithout();
    for (const { path, access } of VISIBLE_PAGES) {
      const matches = routes.filter((route) => route.path === path);
      expect(matches, path).toHaveLength(1);
      expect(matches[0]?.access, path).toEqual(access);
      expect(matches[0]?.title, path).toMatch(/\S/);
    }
    expect(routes.at(-1)).toMatchObject({ path: '*', title: null });
  });

  it('require existing features', async () => {
    for (const { path, access } of await routesWithout()) {
      if (access === 'anonymous') continue;
      expect(
        access.filter((feature) => !FEATURES.includes(feature)),
        path,
      ).toEqual([]);
    }
  });

  it.each(role.codes)(
    'open for %s as the table of pages defines, and otherwise cancel the navigation',
    async (roleCode) => {
      const session = { signedIn: true, features: featuresOf([roleCode as Role]) };
      const routes = await routesWithout();
      for (const { path, access } of VISIBLE_PAGES) {
        const route = routes.find((candidate) => candidate.path === path)!;
        const isAllowed =
          access === 'anonymous' ||
          access.length === 0 ||
          access.some((feature) => session.features.includes(feature));
        expect(guard(route, session, path).kind, path).toBe(isAllowed ? 'open' : 'cancel');
      }
    },
  );

  it('include all pages except those of a disabled extension', async () => {
    const paths = (await routesWithout(['scanner'])).map(({ path }) => path);
    expect(paths).not.toContain('/prescan-info');
    expect(paths).toContain('/admin-dashboard');
    expect(paths).toContain('/patient-list');
  });
});
