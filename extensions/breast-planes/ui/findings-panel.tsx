import type { ReactNode } from 'react';
import type { Finding } from '#contracts';
import { GENERATOR_LETTERS } from '#contracts';
import {
  type ExtensionContext,
  keyHintsToken,
  noticesToken,
  type PanelProps,
  sessionToken,
  studyToken,
  viewStateToken,
} from '#core';
import type { PlaceReference } from '#findings';
import { Button, classNames, EmptyState, ErrorCard, IconButton, Tag, useStore } from '#ui';
import { deleteFinding } from '../commands/findings.ts';
import { type CommandServices, showFinding } from '../commands/services.ts';
import { findingWords } from '../model/finding-words.ts';
import { readingToken } from '../state/reading-state.ts';
import { placeReference, targetScan } from '../state/study-facts.ts';
import { readingTexts } from '../texts/reading-texts.ts';
import styles from './findings-panel.module.css';
import { Readout } from './readout.tsx';

/** The findings of the target scan as rows, and at the foot what lies under the pointer. */
export function FindingsPanel({ context }: PanelProps): ReactNode {
  const study = context.use(studyToken);
  const status = useStore(study.store, (state) => state.status);
  const cause = useStore(study.store, (state) => state.problem);
  const findings = useStore(study.store, (state) => state.findings);
  const scan = useStore(study.store, targetScan);
  const geometry = useStore(context.use(readingToken).store, ({ volumes }) =>
    scan === null ? null : (volumes[scan.id]?.geometry ?? null),
  );
  const reference = geometry === null ? null : placeReference(scan, geometry);
  return (
    <div className={styles.panel} data-testid="findings-panel">
      <div className={styles.list}>
        {status === 'failed' && cause !== null ? (
          <ErrorCard problem={cause} onRetry={() => void study.refresh()} />
        ) : findings.length === 0 ? (
          <NoFindings context={context} />
        ) : (
          <ul className={styles.rows} aria-label={readingTexts.findings.label}>
            {findings.map((finding) => (
              <FindingRow
                key={finding.id}
                context={context}
                finding={finding}
                reference={reference}
              />
            ))}
          </ul>
        )}
      </div>
      <Readout context={context} />
    </div>
  );
}

const LENGTH = 'breast-planes.length';

function NoFindings({ context }: PanelProps): ReactNode {
  const may = context.use(sessionToken).can(['ANTN_CREATE']);
  const key = useStore(context.use(keyHintsToken), (hints) => hints.get(LENGTH));
  if (!may) return <EmptyState icon="list" text={readingTexts.findings.none} />;
  return (
    <EmptyState icon="length" text={readingTexts.findings.noneDraw(key)}>
      <Button onPress={() => context.use(viewStateToken).set({ activeToolId: LENGTH })}>
        {readingTexts.findings.draw}
      </Button>
    </EmptyState>
  );
}

interface FindingRowProps {
  readonly context: ExtensionContext;
  readonly finding: Finding;
  readonly reference: PlaceReference | null;
}

/** Number, place in words, sizes, whose it is; selecting moves every plane there. */
function FindingRow({ context, finding, reference }: FindingRowProps): ReactNode {
  const services = servicesOf(context);
  const selected = useStore(
    services.study.store,
    (state) => state.selectedFindingId === finding.id,
  );
  const words = findingWords(finding, reference);
  const { id: source, labelColour } = finding.generator;
  const may = services.session.can(['ANTN_CREATE']);
  return (
    <li
      className={classNames(styles.row, selected && styles.selected)}
      data-testid={`finding-${finding.label}`}
      data-finding-id={finding.id}
    >
      <button
        type="button"
        className={styles.open}
        aria-current={selected}
        onClick={() => showFinding(services, finding.id)}
      >
        <span className={styles.number} style={{ background: labelColour }}>
          {finding.label}
        </span>
        <span className={styles.words}>
          <span className={styles.place} data-testid="finding-place">
            {words.title}
          </span>
          {words.hint === null ? null : <span className={styles.hint}>{words.hint}</span>}
          <span className={styles.size}>
            <span data-testid="finding-size">{words.size}</span>
            {words.depthFrom === null ? null : (
              <span className={styles.depthFrom}>{words.depthFrom}</span>
            )}
          </span>
        </span>
        <Tag color={labelColour}>{GENERATOR_LETTERS[source]}</Tag>
      </button>
      {may ? (
        <IconButton
          icon="delete"
          size={24}
          label={readingTexts.findings.delete(finding.label)}
          onPress={() => deleteFinding(services, finding.id)}
        />
      ) : null}
    </li>
  );
}

function servicesOf(context: ExtensionContext): CommandServices {
  return {
    study: context.use(studyToken),
    view: context.use(viewStateToken),
    notices: context.use(noticesToken),
    session: context.use(sessionToken),
    reading: context.use(readingToken),
  };
}
