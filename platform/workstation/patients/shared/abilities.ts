import type { Application } from '../../application/application.ts';

type AbilityDeps = Pick<Application, 'host' | 'services'>;

/** Page of specification 2 where a scan starts; contributed by an extension. */
export const BEFORE_SCAN = '/prescan-info';

/**
 * Returns the address where a scan of this patient starts; null when no extension provides the page
 * or the user may not scan.
 */
export function scanStart({ host, services }: AbilityDeps, patientId: string): string | null {
  const route = host.routes.declared().find((route) => route.declaration.path === BEFORE_SCAN);
  if (route === undefined) return null;
  const { session } = services;
  const may = session.can(['STUDY_CREATE']) && session.can(route.declaration.features);
  return may ? `${BEFORE_SCAN}?patient=${patientId}` : null;
}

/**
 * Returns whether the user may import; needs no extension, only the permission to create studies.
 */
export function mayImport({ services }: Pick<AbilityDeps, 'services'>): boolean {
  return services.session.can(['STUDY_CREATE']);
}
