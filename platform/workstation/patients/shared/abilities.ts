import type { Application } from '../../start/application.ts';

type AbilityDeps = Pick<Application, 'host' | 'services'>;

/** The page of specification 2 where a scan begins; an extension brings it. */
export const BEFORE_SCAN = '/prescan-info';

/** Where a scan of this patient begins; null when nobody offers it or the person may not scan. */
export function scanStart({ host, services }: AbilityDeps, patientId: string): string | null {
  const route = host.routes.declared().find((route) => route.declaration.path === BEFORE_SCAN);
  if (route === undefined) return null;
  const { session } = services;
  const may = session.can(['STUDY_CREATE']) && session.can(route.declaration.features);
  return may ? `${BEFORE_SCAN}?patient=${patientId}` : null;
}

/** Importing needs no extension, only the right to make studies. */
export function mayImport({ services }: Pick<AbilityDeps, 'services'>): boolean {
  return services.session.can(['STUDY_CREATE']);
}
