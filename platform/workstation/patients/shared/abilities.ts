import { routes } from '#contracts';
import type { Application } from '../../application/application.ts';

type AbilityDeps = Pick<Application, 'host' | 'services'>;

/** Path of the page on which a scan starts; an extension contributes the page. */
export const PRESCAN_PATH = '/prescan-info';

/**
 * Returns the address where a scan of this patient starts; null when no extension provides the page
 * or the user may not scan.
 */
export function scanStartPath({ host, services }: AbilityDeps, patientId: string): string | null {
  const route = host.routes.declared().find(({ declaration }) => declaration.path === PRESCAN_PATH);
  if (route === undefined) return null;
  const { session } = services;
  const isAllowed = session.mayCall(routes.createScan) && session.can(route.declaration.features);
  return isAllowed ? `${PRESCAN_PATH}?patient=${patientId}` : null;
}

/** Returns whether the user may import files as scans. Needs only a permission, no extension. */
export function mayImport({ services }: Pick<AbilityDeps, 'services'>): boolean {
  return services.session.mayCall(routes.importFromFiles);
}
