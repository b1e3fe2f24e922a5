import type { ComponentType } from 'react';
import type { ExtensionHost } from '#core';
import type { GuardedRoute } from './guard.ts';
import { onDemand } from './on-demand.ts';
import { pageTitle } from './page-titles.ts';

/** A page with its path, what it asks for, and its component. */
export interface AppRoute extends GuardedRoute {
  readonly path: string;
  /** Null: the path is no page. */
  readonly title: string | null;
  readonly page: ComponentType;
}

const SignIn = onDemand(async () => (await import('../sign-in/session-sign-in.tsx')).SessionSignIn);
const Home = onDemand(async () => (await import('../pages/home-page.tsx')).HomePage);
const NotFound = onDemand(async () => (await import('../pages/not-found-page.tsx')).NotFoundPage);
const Patients = onDemand(
  async () => (await import('../patients/patient-list-page.tsx')).PatientListPage,
);

/** All pages: the platform's, those of the modes, those of the extensions, and the rest. */
export function appRoutes(host: ExtensionHost): readonly AppRoute[] {
  const own: readonly AppRoute[] = [
    { path: '/login', title: 'Sign in', access: 'anonymous', page: SignIn },
    { path: '/home', title: pageTitle('/home'), access: [], page: Home },
    {
      path: '/patient-list',
      title: pageTitle('/patient-list'),
      access: ['STUDY_VIEW'],
      page: Patients,
    },
  ];
  const taken = new Set(own.map((route) => route.path));
  const others = [...modeRoutes(host), ...extensionRoutes(host)].filter((route) => {
    const isFree = !taken.has(route.path);
    taken.add(route.path);
    return isFree;
  });
  return [...own, ...others, { path: '*', title: null, access: [], page: NotFound }];
}

/** One page a path; which mode runs there is decided by what is opened. */
function modeRoutes(host: ExtensionHost): readonly AppRoute[] {
  const paths = [...new Set(host.modes.map(({ mode }) => mode.path))];
  return paths.map((path) => ({
    path,
    title: pageTitle(path) ?? host.modes.find(({ mode }) => mode.path === path)?.mode.title ?? path,
    access: host.modes
      .filter(({ mode }) => mode.path === path)
      .flatMap(({ mode }) => mode.features),
    page: onDemand(async () => {
      const { ModePage } = await import('../mode/mode-page.tsx');
      return () => <ModePage path={path} />;
    }),
  }));
}

function extensionRoutes(host: ExtensionHost): readonly AppRoute[] {
  return host.routes.declared().map(({ declaration }) => ({
    path: declaration.path,
    title: declaration.title,
    access: declaration.features,
    page: onDemand(async () => {
      const { ExtensionPage } = await import('../pages/extension-page.tsx');
      return () => <ExtensionPage path={declaration.path} title={declaration.title} />;
    }),
  }));
}
