import { type ReactNode, useEffect } from 'react';
import type { Finding, Scan } from '#contracts';
import { Button, Icon, useStore } from '#ui';
import { discardEdit, finishEdit, showFinding } from '../commands/decisions.ts';
import { type AiServices, findingOf } from '../commands/services.ts';
import { locationText, sizeText } from '../model/proposals.ts';
import type { ProposalEdit } from '../state/ai-reading.ts';
import { aiTexts } from '../texts/ai-texts.ts';
import styles from './ai-panel.module.css';

const { edit: texts } = aiTexts;

interface EditPageProps {
  readonly services: AiServices;
  readonly edit: ProposalEdit;
}

/** Page on which the reader edits a copy of a proposal; the original stays and is drawn beside it. */
export function EditPage({ services, edit }: EditPageProps): ReactNode {
  const { study } = services;
  const copy = useStore(study.store, () => findingOf(services, edit.copyId));
  const original = useStore(study.store, () => findingOf(services, edit.originalId));
  const scans = useStore(study.store, (state) => state.scans);
  const isMissing = copy === null || original === null;
  useEffect(() => {
    // Undo or another user can delete the copy.
    if (isMissing) finishEdit(services);
  }, [isMissing, services]);
  if (copy === null || original === null) return null;
  const scan = scans.find(({ id }) => id === copy.scan.id);
  return (
    <div className={styles.body} data-testid="ai-edit-page">
      <h2 className={styles.title}>
        <Icon name="edit" size={16} />
        {texts.title(original.label)}
      </h2>
      <p className={styles.quiet}>{texts.help}</p>
      <Side title={texts.original(original.label)} finding={original} scan={scan} />
      <Side title={texts.copy(copy.label)} finding={copy} scan={scan} />
      <div className={styles.actions}>
        <Button onPress={() => void showFinding(services, original.id)}>
          {texts.showOriginal}
        </Button>
        <Button onPress={() => void showFinding(services, copy.id)}>{texts.showCopy}</Button>
      </div>
      <div className={styles.actions}>
        <Button onPress={() => void assess(services, copy.id)}>{texts.assess}</Button>
      </div>
      <div className={styles.actions}>
        <Button kind="primary" onPress={() => finishEdit(services)}>
          {texts.done}
        </Button>
        {edit.isNewCopy ? (
          <Button kind="danger" onPress={() => void discardEdit(services)}>
            {texts.discard}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** Opens the form of the finding, which belongs to the extension of the planes. */
async function assess(services: AiServices, findingId: string): Promise<void> {
  services.study.selectFinding(findingId);
  const opened = await services.run('breast-planes.edit-note', { findingId });
  if (!opened.ok) services.notices.showProblem(opened.problem);
}

interface SideProps {
  readonly title: string;
  readonly finding: Finding;
  readonly scan: Scan | undefined;
}

function Side({ title, finding, scan }: SideProps): ReactNode {
  return (
    <div className={styles.side}>
      <span className={styles.line}>
        <span
          className={styles.number}
          style={{ background: finding.generator.labelColour }}
          data-source={finding.generator.id}
        >
          {finding.label}
        </span>
        <b>{title}</b>
      </span>
      <span>{scan === undefined ? null : locationText(finding, scan)}</span>
      <span className={styles.quiet}>{sizeText(finding) ?? texts.noSize}</span>
    </div>
  );
}
