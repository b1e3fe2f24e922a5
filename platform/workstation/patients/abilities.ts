import type { Application } from '../start/application.ts';

type Asked = Pick<Application, 'host' | 'services'>;

/** True when this person may scan and a mode that scans can run here: without a scanner, none can. */
export function mayScan({ host, services }: Asked): boolean {
  const { session } = services;
  if (!session.can(['STUDY_CREATE'])) return false;
  return host.modes.some(
    ({ mode, problem }) =>
      problem === null && mode.when?.scanState.includes('N') === true && session.can(mode.features),
  );
}

/** Importing needs no extension, only the right to make studies. */
export function mayImport({ services }: Asked): boolean {
  return services.session.can(['STUDY_CREATE']);
}
