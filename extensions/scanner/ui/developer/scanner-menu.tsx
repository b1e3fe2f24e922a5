import type { ReactNode } from 'react';
import { buttonClass, Icon, MenuButton, type MenuEntry } from '#ui';
import { scanStateTexts } from '../../texts/scan-state-texts.ts';
import styles from '../shared/live-scan.module.css';
import { scannerName } from '../shared/scanner-name.ts';
import type { ScannerChoice } from '../shared/use-scanner-choice.ts';

const texts = scanStateTexts.choose;

/** The workstation's scanner in the bar, as a button that changes it; `children` is its state. */
export function ScannerMenu(props: {
  readonly choice: ScannerChoice;
  readonly children: ReactNode;
}): ReactNode {
  const { devices, device, locked, choose } = props.choice;
  const entries: MenuEntry[] = devices.map((scanner) => ({
    id: scanner.id,
    label: scannerName(scanner, devices),
    icon: <Icon name={scanner.id === device?.id ? 'check' : 'scanner'} size={16} />,
    disabled: locked,
    run: () => choose(scanner.id),
  }));
  if (locked) {
    entries.push({
      id: 'locked',
      label: texts.busy,
      disabled: true,
      separated: true,
      run: () => undefined,
    });
  }
  const name = device === null ? texts.none : texts.change(scannerName(device, devices));
  return (
    <MenuButton ariaLabel={name} className={buttonClass('plain', 24)} entries={entries}>
      {device === null ? (
        <span className={styles.unchosen}>
          <Icon name="warning" size={16} />
          {texts.none}
        </span>
      ) : (
        props.children
      )}
      <Icon name="chevron-down" size={16} />
    </MenuButton>
  );
}
