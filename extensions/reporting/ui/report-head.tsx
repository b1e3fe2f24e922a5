import { type ReactNode, useState } from 'react';
import { formatInstant } from '#foundation';
import type { ReportContext } from '#report';
import {
  Button,
  ConfirmDialog,
  Icon,
  IconButton,
  iconButtonClass,
  MenuButton,
  useStore,
} from '#ui';
import type { ReportServices } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import { textBlockTexts } from '../texts/text-block-texts.ts';
import styles from './report-panel.module.css';
import { TextBlocksDialog } from './text-blocks/text-blocks-dialog.tsx';
import { stateText, VersionsDialog } from './versions-dialog.tsx';

const { states, save: saveTexts, actions, discard, empty, other, signed } = reportPageTexts;

interface ReportHeadProps {
  readonly services: ReportServices;
  readonly context: ReportContext;
  /** Called after the open addendum was discarded, to close its entry. */
  onAddendumDiscarded(): void;
}

/** State of the report, whether it is saved, and its menu. */
export function ReportHead(props: ReportHeadProps): ReactNode {
  const { services, context, onAddendumDiscarded } = props;
  const { report, shown } = services;
  const isFullPage = useStore(shown, (state) => state.isFullPage);
  const values = useStore(report.store);
  const { stored, draft } = values;
  const state = draft !== null ? states.DRAFT : stored === null ? states.none : stateText(stored);
  const isOther =
    stored?.state === 'DRAFT' && stored.createdBy !== context.readerId && stored.id !== draft?.id;
  return (
    <>
      <div className={styles.head}>
        <strong data-testid="report-state">{state}</strong>
        {draft === null ? null : <SaveState services={services} />}
        <span className={styles.spacer} />
        {isFullPage ? null : (
          <IconButton
            icon="expand"
            label={actions.fullPage}
            onPress={() => shown.setState({ isFullPage: true })}
          />
        )}
        <HeadMenu services={services} onAddendumDiscarded={onAddendumDiscarded} />
      </div>
      {stored?.intact === false ? <p className={styles.damaged}>{empty.damaged}</p> : null}
      {isOther ? <p className={styles.notice}>{other.writing(stored.number)}</p> : null}
      {stored?.signer == null ? null : (
        <p className={styles.notice} title={signed.hash(stored.contentHash ?? '')}>
          {signed.by(stored.signer.name, formatInstant(stored.signedAt ?? ''))}
        </p>
      )}
    </>
  );
}

function SaveState({ services }: Pick<ReportHeadProps, 'services'>): ReactNode {
  const { report } = services;
  const save = useStore(report.store, (state) => state.save);
  const problem = useStore(report.store, (state) => state.problem);
  return (
    <span className={styles.save} data-save={save} role="status">
      {saveTexts[save]}
      {save === 'failed' && problem !== null ? (
        <Button size={24} kind="link" title={problem.title} onPress={() => void report.flush()}>
          {saveTexts.retry}
        </Button>
      ) : null}
    </span>
  );
}

function HeadMenu({
  services,
  onAddendumDiscarded,
}: Pick<ReportHeadProps, 'services' | 'onAddendumDiscarded'>): ReactNode {
  const { report, notices } = services;
  const hasVersions = useStore(report.store, (state) => state.versions.length > 0);
  const hasDraft = useStore(report.store, (state) => state.draft !== null);
  const readerId = useStore(services.session.store, (state) => state.user?.id ?? null);
  const hasAddendum = useStore(
    report.store,
    ({ stored }) =>
      stored?.state === 'ADDENDUM' && stored.signedAt === null && stored.createdBy === readerId,
  );
  const [shown, setShown] = useState<'versions' | 'discard' | 'blocks' | null>(null);
  const discardDraft = async (): Promise<void> => {
    setShown(null);
    const { studyId } = report.store.getState();
    const result = await report.discard();
    if (!result.ok) notices.showProblem(result.problem);
    else if (hasAddendum && studyId !== null) {
      services.drafts.writeAddendum(studyId, null);
      onAddendumDiscarded();
    }
  };
  return (
    <>
      <MenuButton
        ariaLabel={actions.menu}
        className={iconButtonClass()}
        entries={[
          {
            id: 'versions',
            label: actions.versions,
            disabled: !hasVersions,
            run: () => setShown('versions'),
          },
          { id: 'blocks', label: textBlockTexts.menu, run: () => setShown('blocks') },
          {
            id: 'discard',
            label: hasAddendum ? actions.discardAddendum : actions.discard,
            disabled: !hasDraft && !hasAddendum,
            run: () => setShown('discard'),
          },
        ]}
      >
        <Icon name="more" />
      </MenuButton>
      {shown === 'versions' ? (
        <VersionsDialog services={services} onClose={() => setShown(null)} />
      ) : null}
      {shown === 'blocks' ? (
        <TextBlocksDialog services={services} onClose={() => setShown(null)} />
      ) : null}
      <ConfirmDialog
        open={shown === 'discard'}
        title={hasAddendum ? discard.addendumTitle : discard.title}
        confirmLabel={hasAddendum ? actions.discardAddendum : discard.confirm}
        onConfirm={() => void discardDraft()}
        onClose={() => setShown(null)}
      >
        {hasAddendum ? discard.addendumText : discard.text}
      </ConfirmDialog>
    </>
  );
}
