import { type ReactNode, useEffect } from 'react';
import { routes } from '#contracts';
import { apiToken, noticesToken, type PanelProps, sessionToken, studyToken } from '#core';
import { dayTextOf } from '#foundation';
import { Dropdown, useStore } from '#ui';
import { findingsUiToken } from '../../state/findings/findings-ui-state.ts';
import { scanLookupToken } from '../../state/findings/scan-lookup.ts';
import { targetScan } from '../../state/volumes/study-selectors.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import styles from './findings-panel.module.css';

/** Shows and sets the breast density of the target scan; read-only while the report is signed. */
export function DensityControl({ context }: PanelProps): ReactNode {
  const study = context.use(studyToken);
  const lookup = context.use(scanLookupToken);
  const scan = useStore(study.store, targetScan);
  const lists = useStore(lookup.lists);
  const signed = useStore(context.use(findingsUiToken).store, (state) => state.signed);
  useEffect(() => void lookup.readLists(), [lookup]);
  if (scan === null) return null;
  const label = findingTexts.density[scan.laterality.id];
  const items = lists.find(({ listId }) => listId === 'BREAST_DENSITY')?.items ?? [];
  const mayChange = context.use(sessionToken).mayCall(routes.updateBreastDensity);
  const { lock, reasons } = findingTexts;
  const lockedReason =
    signed === null
      ? undefined
      : reasons.signed(signed.name ?? lock.unnamedReader, dayTextOf(signed.at));
  const save = async (breastDensity: string | null): Promise<void> => {
    const input = { params: { id: scan.id }, body: { breastDensity } };
    const response = await context.use(apiToken).call(routes.updateBreastDensity, input);
    if (response.ok) await study.refresh();
    else context.use(noticesToken).showProblem(response.problem);
  };
  return (
    <div className={styles.density} data-testid="density" title={lockedReason}>
      <span aria-hidden="true">{label}</span>
      <Dropdown
        label={label}
        labelHidden
        options={items.map(({ id, label }) => ({ id, label }))}
        value={scan.breastDensity}
        disabled={!mayChange || signed !== null}
        onChange={(id) => void save(id)}
      />
    </div>
  );
}
