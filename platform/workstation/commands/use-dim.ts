import { useEffect } from 'react';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { isDim } from './dim.ts';

/** Sets `data-dim` on the root element, for style sheets, while the user prefers a dark frame. */
export function useDim(): void {
  const { services } = useApplication();
  const dim = useStore(services.preferences.store, () => isDim(services));
  useEffect(() => {
    document.documentElement.toggleAttribute('data-dim', dim);
    return () => document.documentElement.removeAttribute('data-dim');
  }, [dim]);
}
