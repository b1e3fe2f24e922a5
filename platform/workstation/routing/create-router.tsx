import { type ReactNode, Suspense } from 'react';
import {
  createHashRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  replace,
} from 'react-router-dom';
import { toDisposable } from '#foundation';
import { Spinner } from '#ui';
import { ErrorBoundary } from '../errors/error-boundary.tsx';
import type { Application } from '../start/application.ts';
import { afterLogin, afterLoginOr } from './after-login.ts';
import { loginPath, ownPath, parseHash } from './app-path.ts';
import { type AppRoute, appRoutes } from './app-routes.tsx';
import { type GuardedRoute, guard } from './guard.ts';

/** The hash router with the guard of specification 2 before every page. */
export function createAppRouter(application: Application): ReturnType<typeof createHashRouter> {
  const routes = appRoutes(application.host);
  const doorman = createDoorman(application, routes);
  const router = createHashRouter([
    {
      path: '/',
      loader: () => replace(doorman.target()),
      element: null,
      hydrateFallbackElement: <Spinner label="Loading" centered />,
    },
    ...routes.map(
      (route): RouteObject => ({
        path: route.path,
        loader: (args) => doorman.enter(route, args),
        element: <Page route={route} />,
        hydrateFallbackElement: <Spinner label="Loading" centered />,
      }),
    ),
  ]);
  application.host.scope.own(
    toDisposable(
      application.services.session.store.subscribe((state, previous) => {
        if (previous.status !== 'signed-in' || state.status !== 'signed-out') return;
        // A session that has ended returns to where it was; who signs out does not.
        const here = parseHash(window.location.hash);
        const query = here.query.toString();
        const wanted = query === '' ? here.path : `${here.path}?${query}`;
        void router.navigate(state.problem === null ? '/login' : loginPath(wanted));
      }),
    ),
  );
  application.host.scope.own(toDisposable(() => router.dispose()));
  return router;
}

interface Doorman {
  /** Where a person lands who wants nothing in particular. */
  target(): string;
  enter(route: AppRoute, args: LoaderFunctionArgs): Response | null;
}

/** Decides at every door; remembers the last page that was open, for ways that are cancelled. */
function createDoorman(application: Application, routes: readonly AppRoute[]): Doorman {
  let lastOpen: string | null = null;
  const session = (): Parameters<typeof guard>[1] => {
    const { user } = application.services.session.store.getState();
    return { signedIn: user !== null, features: user?.permissions ?? [] };
  };
  const mayOpen = (address: string): boolean => {
    const { path } = parseHash(`#${address}`);
    const access: GuardedRoute['access'] | undefined = routes.find(
      (one) => one.path === path,
    )?.access;
    return access !== undefined && guard({ access }, session(), path).kind === 'open';
  };
  const target = (): string => {
    const { user } = application.services.session.store.getState();
    if (user === null) return '/login';
    const wanted = afterLogin(user);
    return mayOpen(wanted) ? wanted : '/home';
  };
  return {
    target,
    enter(route, { request }) {
      const { pathname, search } = new URL(request.url);
      const wanted = `${pathname}${search}`;
      const decision = guard(route, session(), wanted);
      if (decision.kind === 'sign-in') return redirect(decision.to);
      if (decision.kind === 'cancel') {
        // The last page may be that of someone else, who held other features.
        return replace(lastOpen !== null && mayOpen(lastOpen) ? lastOpen : target());
      }
      const { user } = application.services.session.store.getState();
      if (route.path === '/login' && user !== null) {
        const back = ownPath(new URLSearchParams(search).get('redirect'));
        // What is refused there would lead back here, and so on for ever.
        const next = afterLoginOr(user, back !== null && mayOpen(back) ? back : null);
        return replace(next === afterLogin(user) ? target() : next);
      }
      lastOpen = wanted;
      return null;
    },
  };
}

/** A page by demand; what fails in it is named and leaves the rest of the program alive. */
function Page({ route }: { readonly route: AppRoute }): ReactNode {
  const Body = route.page;
  return (
    <ErrorBoundary what={`The page ${route.title ?? route.path}`}>
      <Suspense fallback={<Spinner label="Loading" centered />}>
        <Body />
      </Suspense>
    </ErrorBoundary>
  );
}
