import { useEffect } from 'react';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { isDim } from './dim.ts';

/** Marks the page element while the frame is dimmed, for style sheets. */
export function useDim(): void {
  const { services } = useApplication();
  const dim = useStore(services.preferences.store, () => isDim(services));
  useEffect(() => {
    document.documentElement.toggleAttribute('data-dim', dim);
    return () => document.documentElement.removeAttribute('data-dim');
  }, [dim]);
}
