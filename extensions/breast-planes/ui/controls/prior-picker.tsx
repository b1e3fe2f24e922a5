import type { ReactNode } from 'react';
import { type PanelProps, viewStateToken } from '#core';
import { Icon, MenuButton, useStore } from '#ui';
import { scanDayAmong } from '../../model/views/scan-day.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import styles from './view-controls.module.css';

/** Which earlier scan of this side stands beside today's; nothing where there is none. */
export function PriorPicker({ context }: PanelProps): ReactNode {
  const { store } = context.use(viewStateToken);
  const priors = useStore(store, (state) => state.priors);
  const chosenId = useStore(store, (state) => state.chosenPriorId);
  const chosen = priors.find(({ id }) => id === chosenId) ?? priors[0];
  if (chosen === undefined) return null;
  const words = viewTexts.prior.of(scanDayAmong(chosen, priors));
  return (
    <MenuButton
      ariaLabel={viewTexts.prior.label(words)}
      className={styles.picker ?? ''}
      entries={priors.map((scan) => ({
        id: scan.id,
        label: viewTexts.prior.entry(scanDayAmong(scan, priors), scan.label),
        icon: <Icon name={scan.id === chosen.id ? 'check' : 'clock'} size={16} />,
        run: () => void context.run('breast-planes.compare-with', { scanId: scan.id }),
      }))}
    >
      <span data-testid="prior-picker">{words}</span>
      <Icon name="chevron-down" size={16} />
    </MenuButton>
  );
}
