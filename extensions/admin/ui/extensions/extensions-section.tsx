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
import { rejectedThirdParty, type SwitchLine } from './switch-rows.ts';
import { useSwitches } from './use-switches.ts';

/** Shows the panel as a section of its own. */
export function ExtensionsSection(): ReactNode {
  const { counts } = useAdmin();
  return (
    <SectionFrame id="extensions" count={counts.extensions} tools={<SiteFileButton />}>
      <Switches />
    </SectionFrame>
  );
}

/** Shows beside another section which extensions and modes are on, and who decided. */
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
        <Lines title={extensionTexts.extension} lines={switches.extensions} switches={switches}>
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
        </Lines>
        <Lines title={extensionTexts.mode} lines={switches.modes} switches={switches} />
      </div>
      <p className={styles.foot}>
        <Icon name="lock" size={14} />
        {extensionTexts.foot}
      </p>
      {confirmation === null ? null : (
        <EffectDialog
          line={confirmation.line}
          lines={switches.extensions}
          effect={confirmation.effect}
          busy={switches.busy}
          onConfirm={() => void switches.confirm()}
          onClose={switches.close}
        />
      )}
    </div>
  );
}

function Lines(props: {
  readonly title: string;
  readonly lines: readonly SwitchLine[];
  readonly switches: ReturnType<typeof useSwitches>;
  readonly children?: ReactNode;
}): ReactNode {
  const { title, lines, switches } = props;
  return (
    <>
      <div className={styles.tableHead} aria-hidden="true">
        <span>{title}</span>
        <span>{extensionTexts.origin}</span>
      </div>
      <ul aria-label={title}>
        {lines.length === 0 ? <li className={styles.row}>{adminTexts.none}</li> : null}
        {lines.map((line) => (
          <SwitchRow
            key={line.name}
            line={line}
            disabled={!switches.known || switches.busy}
            onSwitch={() => switches.openConfirmation(line)}
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
