import type { ReactNode } from 'react';
import { routes } from '#contracts';
import { type PanelProps, sessionToken, studyToken } from '#core';
import { buttonClass, classNames, Icon, MenuButton, useStore } from '#ui';
import { isSameVisit } from '../../state/scan/same-visit.ts';
import { scanTexts } from '../../texts/scan-texts.ts';
import styles from '../shared/live-scan.module.css';
import { runCommand } from '../shared/run-command.ts';

const texts = scanTexts.next;

/**
 * Next scans in the bar of a finished scan, because the reading opens automatically while the
 * examination may continue. Hidden once the visit is over.
 */
export function NextScanPanel({ context }: PanelProps): ReactNode {
  const study = useStore(context.use(studyToken).store);
  const canScan = context.use(sessionToken).mayCall(routes.createScan);
  const scan = study.scans.find(({ id }) => id === study.targetScanId) ?? null;
  if (!canScan || study.study === null || scan === null) return null;
  if (!isSameVisit(study.study, Date.now())) return null;
  const run = (command: string) => () => void runCommand(context, command);
  return (
    <MenuButton
      ariaLabel={texts.label}
      className={classNames(buttonClass('plain', 24), styles.nextButton)}
      entries={[
        {
          id: 'other',
          label: scan.laterality.id === 'R' ? texts.left : texts.right,
          run: run('scanner.other-side'),
        },
        { id: 'repeat', label: texts.repeat, run: run('scanner.repeat-side') },
      ]}
    >
      <Icon name="scanner" size={16} />
      <span className={styles.nextLabel} data-bar-label="actions" title={texts.label}>
        {texts.short}
      </span>
    </MenuButton>
  );
}
