import type { ComponentType } from 'react';
import type { ExtensionHost } from '#core';
import { onDemand } from '../errors/on-demand.tsx';
import type { GuardedRoute } from '../navigation/guard.ts';
import { pageTitle } from '../navigation/page-titles.ts';
import { productPage } from '../navigation/product-pages.ts';

/** Path of the route for all addresses without a page. */
export const UNKNOWN_PATH = '*';

/** Page with path, required access and component. */
export interface AppRoute extends GuardedRoute {
  readonly path: string;
  /** Null for unknown paths. */
  readonly title: string | null;
  readonly page: ComponentType;
}

const SignIn = onDemand(async () => (await import('../sign-in/session-sign-in.tsx')).SessionSignIn);
const Home = onDemand(async () => (await import('../pages/home-page.tsx')).HomePage);
const NotFound = onDemand(async () => (await import('../pages/not-found-page.tsx')).NotFoundPage);
const Patients = onDemand(
  async () => (await import('../patients/list/patient-list-page.tsx')).PatientListPage,
);
const PatientCreated = onDemand(
  async () => (await import('../patients/created/patient-created-page.tsx')).PatientCreatedPage,
);
const Studies = onDemand(
  async () => (await import('../studies/study-list-page.tsx')).StudyListPage,
);
const Activation = onDemand(
  async () => (await import('../accounts/activation-page.tsx')).ActivationPage,
);
const ResetPassword = onDemand(
  async () => (await import('../accounts/reset-password-page.tsx')).ResetPasswordPage,
);
const ConfirmReset = onDemand(
  async () => (await import('../accounts/confirm-reset-page.tsx')).ConfirmResetPage,
);
const CreateAccount = onDemand(
  async () => (await import('../accounts/create-account-page.tsx')).CreateAccountPage,
);
const ConfirmAccount = onDemand(
  async () => (await import('../accounts/confirm-account-page.tsx')).ConfirmAccountPage,
);
const ChangePassword = onDemand(
  async () => (await import('../accounts/change-password-page.tsx')).ChangePasswordPage,
);
const Welcome = onDemand(async () => (await import('../accounts/welcome-page.tsx')).WelcomePage);
const Preferences = onDemand(
  async () => (await import('../preferences/preferences-page.tsx')).PreferencesPage,
);
const Shortcuts = onDemand(
  async () => (await import('../shortcuts/shortcuts-page.tsx')).ShortcutsPage,
);
const ExternalLink = onDemand(
  async () => (await import('../links/external-link-page.tsx')).ExternalLinkPage,
);
const PatientNotFound = onDemand(
  async () => (await import('../links/patient-not-found-page.tsx')).PatientNotFoundPage,
);
const NoPreviousStudies = onDemand(
  async () => (await import('../links/no-previous-studies-page.tsx')).NoPreviousStudiesPage,
);

const Developer = onDemand(
  async () => (await import('../developer/developer-page.tsx')).DeveloperPage,
);

/** Page of all modes; preloaded while the session is restored. */
export const ModePage = onDemand(async () => (await import('../mode/mode-page.tsx')).ModePage);

/** Returns the route of a page that the platform implements. */
const platformPage = (path: string, page: ComponentType): AppRoute => ({
  path,
  title: pageTitle(path),
  access: productPage(path)?.access ?? [],
  page,
});

/**
 * Returns the pages of the platform, the modes and the extensions, and the page for unknown paths.
 */
export function appRoutes(host: ExtensionHost): readonly AppRoute[] {
  const platformRoutes: readonly AppRoute[] = [
    platformPage('/login', SignIn),
    platformPage('/activation', Activation),
    platformPage('/reset-password', ResetPassword),
    platformPage('/confirm-reset-password', ConfirmReset),
    platformPage('/create-account', CreateAccount),
    platformPage('/confirm-account', ConfirmAccount),
    platformPage('/external-link', ExternalLink),
    platformPage('/welcome', Welcome),
    platformPage('/change-password', ChangePassword),
    platformPage('/home', Home),
    platformPage('/preferences', Preferences),
    platformPage('/shortcuts', Shortcuts),
    platformPage('/patient-list', Patients),
    platformPage('/patient-create-success', PatientCreated),
    platformPage('/study-list', Studies),
    platformPage('/no-previous-studies', NoPreviousStudies),
    platformPage('/patient-not-found', PatientNotFound),
    platformPage('/developer', Developer),
  ];
  const usedPaths = new Set(platformRoutes.map((route) => route.path));
  // The first route with a path wins.
  const otherRoutes = [...modeRoutes(host), ...extensionRoutes(host)].filter((route) => {
    const isFree = !usedPaths.has(route.path);
    usedPaths.add(route.path);
    return isFree;
  });
  return [
    ...platformRoutes,
    ...otherRoutes,
    { path: UNKNOWN_PATH, title: null, access: 'anonymous', page: NotFound },
  ];
}

/** Returns a page for each mode path; the open scan selects the mode. */
function modeRoutes(host: ExtensionHost): readonly AppRoute[] {
  const paths = [...new Set(host.modes.map(({ mode }) => mode.path))];
  return paths.map((path) => ({
    path,
    title: pageTitle(path) ?? host.modes.find(({ mode }) => mode.path === path)?.mode.title ?? path,
    access:
      productPage(path)?.access ??
      host.modes.filter(({ mode }) => mode.path === path).flatMap(({ mode }) => mode.features),
    page: () => <ModePage path={path} />,
  }));
}

function extensionRoutes(host: ExtensionHost): readonly AppRoute[] {
  return host.routes.declared().map(({ declaration }) => ({
    path: declaration.path,
    title: declaration.title,
    access: productPage(declaration.path)?.access ?? declaration.features,
    page: onDemand(async () => {
      const { ExtensionPage } = await import('../pages/extension-page.tsx');
      return () => <ExtensionPage path={declaration.path} title={declaration.title} />;
    }),
  }));
}
