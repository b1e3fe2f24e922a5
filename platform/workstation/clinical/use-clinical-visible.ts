import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { clinicalAvailability } from './clinical-visibility.ts';

/** Follows whether the user may see clinical information. */
export function useClinicalVisible(): boolean {
  const { services } = useApplication();
  const isVisible = (): boolean => clinicalAvailability(services) === true;
  useStore(services.session.store, isVisible);
  return useStore(services.viewState.store, isVisible);
}
