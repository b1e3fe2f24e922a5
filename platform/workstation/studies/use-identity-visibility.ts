import { routes } from '#contracts';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';

/** What the user may see of the identity of patients. */
export interface IdentityVisibility {
  /** True for blind annotators, who see only aliases and sides. */
  readonly blind: boolean;
  /** True when the user may see patient names. */
  readonly names: boolean;
}

/** Returns what the signed-in user may see of the identity of patients. */
export function useIdentityVisibility(): IdentityVisibility {
  const { session } = useApplication().services;
  const blind = useStore(session.store, ({ user }) =>
    (user?.roles ?? []).some(({ id }) => id === 'BLIND_ANNOTATOR'),
  );
  return { blind, names: !blind && session.mayCall(routes.getPatient) };
}
