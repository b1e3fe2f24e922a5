import type { ReactNode } from 'react';
import { type PanelProps, viewStateToken } from '#core';
import { Icon, MenuButton, useStore } from '#ui';
import { scanDayAmong } from '../../model/views/scan-day.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import styles from './view-controls.module.css';

/** Selects the prior scan of this side to compare with; renders nothing without priors. */
export function PriorPicker({ context }: PanelProps): ReactNode {
  const { store } = context.use(viewStateToken);
  const priors = useStore(store, (state) => state.priors);
  const selectedId = useStore(store, (state) => state.selectedPriorId);
  const selected = priors.find(({ id }) => id === selectedId) ?? priors[0];
  if (selected === undefined) return null;
  const title = viewTexts.prior.of(scanDayAmong(selected, priors));
  return (
    <MenuButton
      ariaLabel={viewTexts.prior.label(title)}
      className={styles.picker ?? ''}
      entries={priors.map((scan) => ({
        id: scan.id,
        label: viewTexts.prior.entry(scanDayAmong(scan, priors), scan.label),
        icon: <Icon name={scan.id === selected.id ? 'check' : 'clock'} size={16} />,
        run: () => void context.run('breast-planes.compare-with', { scanId: scan.id }),
      }))}
    >
      <Icon name="clock" size={16} />
      <span data-testid="prior-picker" data-bar-label="actions">
        {title}
      </span>
      <Icon name="chevron-down" size={16} />
    </MenuButton>
  );
}
