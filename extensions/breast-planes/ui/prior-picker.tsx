import type { ReactNode } from 'react';
import { type PanelProps, viewStateToken } from '#core';
import { Icon, MenuButton, useStore } from '#ui';
import { viewTexts } from '../texts/view-texts.ts';
import { dayOf } from './plane-header.tsx';
import styles from './view-controls.module.css';

/** Which earlier scan of this side stands beside today's; nothing where there is none. */
export function PriorPicker({ context }: PanelProps): ReactNode {
  const { store } = context.use(viewStateToken);
  const priors = useStore(store, (state) => state.priors);
  const chosenId = useStore(store, (state) => state.chosenPriorId);
  const chosen = priors.find(({ id }) => id === chosenId) ?? priors[0];
  if (chosen === undefined) return null;
  return (
    <MenuButton
      ariaLabel={viewTexts.prior.label(viewTexts.prior.of(dayOf(chosen)))}
      className={styles.picker ?? ''}
      entries={priors.map((scan) => ({
        id: scan.id,
        label: viewTexts.prior.entry(dayOf(scan), scan.label),
        icon: <Icon name={scan.id === chosen.id ? 'check' : 'clock'} size={16} />,
        run: () => void context.run('breast-planes.compare-with', { scanId: scan.id }),
      }))}
    >
      <span data-testid="prior-picker">{viewTexts.prior.of(dayOf(chosen))}</span>
      <Icon name="chevron-down" size={16} />
    </MenuButton>
  );
}
