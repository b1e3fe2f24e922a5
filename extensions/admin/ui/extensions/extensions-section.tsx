import { type ReactNode, useState } from 'react';
import { Button, ErrorCard, Icon, useStore } from '#ui';
import { adminTexts } from '../../texts/admin-texts.ts';
import { extensionTexts } from '../../texts/extension-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { SectionFrame } from '../shared/section-frame.tsx';
import { EffectDialog } from './effect-dialog.tsx';
import styles from './extensions.module.css';
import { SiteFileDialog } from './site-file-dialog.tsx';
import { SwitchRow } from './switch-row.tsx';
import { rejectedThirdParty, type SwitchRowData } from './switch-rows.ts';
import { useSwitches } from './use-switches.ts';

/** Section with the switches of all extensions and modes. */
export function ExtensionsSection(): ReactNode {
  const { counts } = useAdmin();
  return (
    <SectionFrame id="extensions" count={counts.extensions} tools={<SiteFileButton />}>
      <Switches />
    </SectionFrame>
  );
}

/** Panel beside another section: the switches of all extensions and modes. */
export function ExtensionsPanel(): ReactNode {
  return (
    <aside className={styles.panel} aria-labelledby="admin-extensions-panel">
      <header className={styles.head}>
        <h2 id="admin-extensions-panel">{extensionTexts.panelTitle}</h2>
        <SiteFileButton />
      </header>
      <Switches />
    </aside>
  );
}

function SiteFileButton(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{extensionTexts.siteFile}</Button>
      {open ? <SiteFileDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Switches(): ReactNode {
  const { host } = useAdmin();
  const switches = useSwitches();
  const rejected = rejectedThirdParty(useStore(host.problems));
  const { loaded, confirmation } = switches;
  return (
    <div className={styles.scrolling}>
      {loaded.problem === null ? null : (
        <ErrorCard problem={loaded.problem} onRetry={() => loaded.refresh()} />
      )}
      {switches.pending ? <Pending /> : null}
      <div className={styles.table}>
        <SwitchRows title={extensionTexts.extension} rows={switches.extensions} switches={switches}>
          {rejected.map((problem) => (
            <li key={`${problem.code} ${problem.source ?? ''}`} className={styles.row}>
              <Icon name="extension" size={18} />
              <div className={styles.what}>
                <strong>{problem.source ?? problem.title}</strong>
                <span>{extensionTexts.thirdPartyRejected}</span>
                <span className={styles.issue}>
                  <Icon name="warning" size={16} />
                  {extensionTexts.notStarted(problem.detail)}
                </span>
              </div>
              <span className={styles.origin}>{extensionTexts.origins.site}</span>
            </li>
          ))}
        </SwitchRows>
        <SwitchRows title={extensionTexts.mode} rows={switches.modes} switches={switches} />
      </div>
      <p className={styles.foot}>
        <Icon name="lock" size={14} />
        {extensionTexts.foot}
      </p>
      {confirmation === null ? null : (
        <EffectDialog
          row={confirmation.row}
          extensions={switches.extensions}
          effect={confirmation.effect}
          busy={switches.busy}
          onConfirm={() => void switches.confirm()}
          onClose={switches.close}
        />
      )}
    </div>
  );
}

function SwitchRows(props: {
  readonly title: string;
  readonly rows: readonly SwitchRowData[];
  readonly switches: ReturnType<typeof useSwitches>;
  readonly children?: ReactNode;
}): ReactNode {
  const { title, rows, switches } = props;
  return (
    <>
      <div className={styles.tableHead} aria-hidden="true">
        <span>{title}</span>
        <span>{extensionTexts.origin}</span>
      </div>
      <ul aria-label={title}>
        {rows.length === 0 ? <li className={styles.row}>{adminTexts.none}</li> : null}
        {rows.map((row) => (
          <SwitchRow
            key={row.name}
            row={row}
            disabled={!switches.isLoaded || switches.busy}
            onSwitch={() => switches.openConfirmation(row)}
          />
        ))}
        {props.children}
      </ul>
    </>
  );
}

/** Offers to reload, because the current page still uses the switches from when it was opened. */
function Pending(): ReactNode {
  return (
    <div className={styles.pending} role="status">
      <span>{extensionTexts.pending}</span>
      <Button size={24} onPress={() => window.location.reload()}>
        {extensionTexts.reload}
      </Button>
    </div>
  );
}
