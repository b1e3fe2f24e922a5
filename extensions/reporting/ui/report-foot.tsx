import { type ReactNode, useState } from 'react';
import { routes } from '#contracts';
import type { CheckHit, ReportContext } from '#report';
import { Button, useStore } from '#ui';
import { openCounts } from '../model/open-checks.ts';
import type { ReportServices } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import { RequestAddendumButton } from './follow-up/request-addendum-button.tsx';
import { LetterButton } from './letter/letter-button.tsx';
import { NextStudyButton } from './next-study-button.tsx';
import { PdfButton } from './pdf-button.tsx';
import styles from './report-panel.module.css';
import { SignDialog } from './sign-dialog.tsx';

const { actions: texts, checks } = reportPageTexts;

interface ReportFootProps {
  readonly services: ReportServices;
  readonly context: ReportContext;
  readonly hits: readonly CheckHit[];
  /** True while an addendum is being written, which is saved before it is signed. */
  readonly isWriting: boolean;
  onAddendum(): void;
}

/** The next step of the report: preliminary and signature of a draft, addendum of a signed one. */
export function ReportFoot({
  services,
  context,
  hits,
  isWriting,
  onAddendum,
}: ReportFootProps): ReactNode {
  const { report, session, notices } = services;
  const stored = useStore(report.store, (state) => state.stored);
  const draft = useStore(report.store, (state) => state.draft);
  const hasConflict = useStore(report.store, (state) => state.conflict !== null);
  const [signedId, setSignedId] = useState<string | null>(null);
  if (!session.mayCall(routes.saveReport)) {
    return (
      <footer className={styles.foot}>
        {texts.notYourRole}
        <PdfButton services={services} />
        <LetterButton services={services} />
        <RequestAddendumButton services={services} />
      </footer>
    );
  }
  const { blocks, warnings } = openCounts(hits, context.content);
  const isOpenAddendum = stored?.state === 'ADDENDUM' && stored.signedAt === null;
  const isSigned = stored?.state === 'SIGNED' || stored?.state === 'ADDENDUM';
  const maySign =
    (draft !== null || stored?.state === 'PRELIMINARY' || isOpenAddendum) && !hasConflict;
  const isReady = isOpenAddendum || blocks + warnings === 0;
  const complete = async (): Promise<void> => {
    if (draft === null) return;
    const result = await report.complete(draft.id);
    if (!result.ok) notices.showProblem(result.problem);
  };
  return (
    <footer className={styles.foot}>
      {maySign && !isReady ? (
        <p className={styles.left} role="status">
          {checks.left(blocks, warnings)}
        </p>
      ) : null}
      <div className={styles.line}>
        <PdfButton services={services} />
        <LetterButton services={services} />
        <RequestAddendumButton services={services} />
        {draft === null ? null : (
          <Button disabled={hasConflict} onPress={() => void complete()}>
            {texts.preliminary}
          </Button>
        )}
        {!isSigned && draft === null && stored !== null ? (
          <Button onPress={() => report.startVersion()}>{texts.newVersion}</Button>
        ) : null}
        {isSigned ? <Button onPress={onAddendum}>{texts.addendum}</Button> : null}
        {isSigned && !maySign ? <NextStudyButton services={services} /> : null}
        {maySign ? (
          <Button
            kind="primary"
            disabled={!isReady || isWriting}
            onPress={() => setSignedId(draft?.id ?? stored?.id ?? null)}
          >
            {isOpenAddendum ? texts.signAddendum : texts.sign}
          </Button>
        ) : null}
      </div>
      {signedId !== null ? (
        <SignDialog
          services={services}
          context={context}
          reportId={signedId}
          isAddendum={isOpenAddendum}
          warnings={isOpenAddendum ? hits : []}
          onClose={() => setSignedId(null)}
        />
      ) : null}
    </footer>
  );
}
