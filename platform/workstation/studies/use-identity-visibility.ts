import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';

/** Whether the user may see patient names. */
export interface IdentityVisibility {
  /** True for blind annotators, who see only aliases and sides. */
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
