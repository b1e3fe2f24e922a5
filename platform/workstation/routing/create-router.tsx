import { type ReactNode, Suspense, useState } from 'react';
import {
  createHashRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  replace,
} from 'react-router-dom';
import { splitLinkCredentials } from '#contracts';
import { type Disposable, toDisposable } from '#foundation';
import { Spinner, useStore } from '#ui';
import { ErrorBoundary } from '../errors/error-boundary.tsx';
import { PageFailure } from '../errors/page-failure.tsx';
import {
  clearDisallowedPrefill,
  storePrefill,
  stripCredentials,
  takePrefill,
} from '../links/link-credentials.ts';
import type { Application } from '../start/application.ts';
import { useApplication } from '../start/application-context.ts';
import { errorTexts } from '../texts/error-texts.ts';
import { homeTexts } from '../texts/home-texts.ts';
import { addressOf, internalPath, loginPath, parseHash } from './app-path.ts';
import { type AppRoute, appRoutes } from './app-routes.tsx';
import { type GuardedRoute, guard } from './guard.ts';
import { landingPath, landingPathOr } from './landing-path.ts';
import { specifiedPage } from './specified-pages.ts';

/** The hash router with the guard of specification 2 before every page. */
export function createAppRouter(application: Application): ReturnType<typeof createHashRouter> {
  const routes = appRoutes(application.host);
  const routeGuard = createRouteGuard(application, routes);
  const router = createHashRouter([
    {
      path: '/',
      loader: () => replace(routeGuard.target()),
      element: null,
      hydrateFallbackElement: <Spinner label={homeTexts.loading} centered />,
    },
    ...routes.map(
      (route): RouteObject => ({
        path: route.path,
        loader: (args) => routeGuard.enter(route, args),
        element: <Page route={route} />,
        hydrateFallbackElement: <Spinner label={homeTexts.loading} centered />,
      }),
    ),
  ]);
  application.host.scope.own(syncRouteWithSession(application, router));
  application.host.scope.own(toDisposable(() => router.dispose()));
  return router;
}

/** Moves to the sign-in page and back as the session ends, begins or changes hands, in any tab. */
function syncRouteWithSession(
  application: Application,
  router: ReturnType<typeof createHashRouter>,
): Disposable {
  const { session } = application.services;
  return toDisposable(
    session.store.subscribe((state, previous) => {
      const current = parseHash(window.location.hash);
      if (previous.status === 'signed-in' && state.status === 'signed-out') {
        if (specifiedPage(current.path)?.access === 'anonymous') return;
        // A session that has ended returns to where it was; who signs out does not.
        void router.navigate(state.problem === null ? '/login' : loginPath(addressOf(current)));
      } else if (state.status === 'signed-in' && state.user?.id !== previous.user?.id) {
        // What a link has brought was for this sign-in, not for the next person's.
        takePrefill();
        // Someone else in another tab may not be allowed what is open here.
        if (current.path === '/login') void router.navigate(addressOf(current), { replace: true });
        else if (previous.status === 'signed-in') void router.navigate('/', { replace: true });
      }
    }),
  );
}

interface RouteGuard {
  /** Where a person lands who wants nothing in particular. */
  target(): string;
  enter(route: AppRoute, args: LoaderFunctionArgs): Response | null;
}

/** Decides at every door; remembers the last page that was open, for ways that are cancelled. */
function createRouteGuard(application: Application, routes: readonly AppRoute[]): RouteGuard {
  let lastOpen: string | null = null;
  const session = (): Parameters<typeof guard>[1] => {
    const { user } = application.services.session.store.getState();
    return { signedIn: user !== null, features: user?.permissions ?? [] };
  };
  const mayOpen = (address: string): boolean => {
    const { path } = parseHash(`#${address}`);
    const access: GuardedRoute['access'] | undefined = routes.find(
      (route) => route.path === path,
    )?.access;
    return access !== undefined && guard({ access }, session(), path).kind === 'open';
  };
  const target = (): string => {
    const { user } = application.services.session.store.getState();
    if (user === null) return '/login';
    const landing = landingPath(user);
    return mayOpen(landing) ? landing : '/home';
  };
  return {
    target,
    enter(route, { request }) {
      const { pathname, search } = new URL(request.url);
      const requestedPath = `${pathname}${search}`;
      if (route.path === '/external-link' || route.path === '/login') {
        const clean = withoutCredentials(application, pathname, new URLSearchParams(search));
        if (clean !== null) return replace(clean);
      }
      const decision = guard(route, session(), requestedPath);
      if (decision.kind === 'sign-in') return redirect(decision.to);
      const { user } = application.services.session.store.getState();
      // The server refuses everything else to whom it has asked for a new password.
      if (user?.askedForResetPassword === true && route.access !== 'anonymous') {
        return route.path === '/change-password' ? null : replace('/change-password');
      }
      if (decision.kind === 'cancel') {
        // The last page may be that of someone else, who held other features.
        return replace(lastOpen !== null && mayOpen(lastOpen) ? lastOpen : target());
      }
      if (route.path === '/login' && user !== null) {
        const back = internalPath(new URLSearchParams(search).get('redirect'));
        // What is refused there would lead back here, and so on for ever.
        const next = landingPathOr(user, back !== null && mayOpen(back) ? back : null);
        return replace(next === landingPath(user) ? target() : next);
      }
      lastOpen = requestedPath;
      return null;
    },
  };
}

/** The address that a link leaves once its user name and password are gone; null: it had none. */
function withoutCredentials(
  { config, services }: Application,
  path: string,
  params: URLSearchParams,
): string | null {
  const { query, credentials } = splitLinkCredentials(params);
  if (credentials === null) return null;
  // A typed address stands in the window already, one that the program moves to does not yet.
  stripCredentials(window);
  storePrefill(credentials, true);
  clearDisallowedPrefill(window.location, config.links.credentials);
  // Who is signed in already needs none of it.
  if (services.session.store.getState().user !== null) takePrefill();
  return addressOf({ path, query });
}

/** Counts the people who followed one another: a page begins anew for the next, e.g. its search. */
function useUserCount(): number {
  const { session } = useApplication().services;
  const id = useStore(session.store, ({ user }) => user?.id ?? null);
  const [last, setLast] = useState({ id, count: 0 });
  if (id !== null && id !== last.id) {
    setLast({ id, count: last.id === null ? last.count : last.count + 1 });
  }
  return last.count;
}

/** A page by demand; what fails in it is named and leaves the rest of the program alive. */
function Page({ route }: { readonly route: AppRoute }): ReactNode {
  const Body = route.page;
  return (
    <ErrorBoundary
      key={useUserCount()}
      label={errorTexts.page(route.title ?? route.path)}
      wrapError={(card) => <PageFailure title={route.title}>{card}</PageFailure>}
    >
      <Suspense fallback={<Spinner label={homeTexts.loading} centered />}>
        <Body />
      </Suspense>
    </ErrorBoundary>
  );
}
