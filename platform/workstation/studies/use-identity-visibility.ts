import { useStore } from '#ui';
import { useApplication } from '../start/application-context.ts';

/** Who may be named to the signed-in person. */
export interface IdentityVisibility {
  /** Reads without knowing whom: aliases and sides, nothing else. */
  readonly blind: boolean;
  readonly names: boolean;
}

export function useIdentityVisibility(): IdentityVisibility {
  const { session } = useApplication().services;
  const blind = useStore(session.store, ({ user }) =>
    (user?.roles ?? []).some(({ id }) => id === 'BLIND_ANNOTATOR'),
  );
  return { blind, names: !blind && session.can(['PATIENT_VIEW']) };
}
