import type { Feature } from './permissions.ts';
import type { Route } from './route.ts';
import { routes } from './routes/catalogue.ts';

/** Routes that a user may call before changing a password that another user set. */
const BEFORE_CHANGE: ReadonlySet<Route> = new Set<Route>([
  routes.me,
  routes.logOff,
  routes.changePasswordByUser,
]);

/**
 * Returns whether the server rejects the route for a user who must first change a password that
 * another user set.
 */
export function waitsForPasswordChange(route: Route): boolean {
  return route.access !== 'public' && !BEFORE_CHANGE.has(route);
}

/** Returns whether a signed-in user with these features may call the route. */
export function permitsCall(route: Pick<Route, 'access'>, features: readonly Feature[]): boolean {
  const { access } = route;
  return typeof access === 'string' || access.some((feature) => features.includes(feature));
}
