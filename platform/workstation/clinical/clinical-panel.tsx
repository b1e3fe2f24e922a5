import { type ReactNode, useState } from 'react';
import { type ReadingState, type Report, routes } from '#contracts';
import { dayTextOf } from '#foundation';
import { Button, ErrorCard, Spinner } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { AttachmentRow } from '../attachments/attachment-row.tsx';
import { PreviewDialog } from '../attachments/preview-dialog.tsx';
import { useAttachments } from '../attachments/use-attachments.ts';
import type { AttachedFileRef } from '../attachments/use-download.ts';
import { ReadingStateMark } from '../lists/reading-state.tsx';
import { useAccountName } from '../notes/use-account-name.ts';
import { useLatestReport } from '../patients/shared/use-latest-report.ts';
import { clinicalTexts as texts } from '../texts/clinical-texts.ts';
import styles from './clinical.module.css';
import { usePriorActions, usePriorCategory } from './prior-button.tsx';
import type { PriorStudy } from './prior-studies.ts';
import type { Priors } from './use-priors.ts';

/** All clinical information of the study, over the upper edge of the views. */
export function ClinicalPanel(props: {
  readonly details: readonly (readonly [label: string, value: string])[];
  readonly priors: Priors;
  readonly patientId: string;
}): ReactNode {
  const { session } = useApplication().services;
  const { details, priors, patientId } = props;
  return (
    <section className={styles.panel} aria-label={texts.title}>
      <div>
        <h2>{texts.title}</h2>
        {details.length === 0 ? <p className={styles.quiet}>{texts.none}</p> : null}
        <dl>
          {details.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div>
        <h2>{texts.priors}</h2>
        <PriorList priors={priors} />
      </div>
      {session.mayCall(routes.listAttachmentsOfPatient) ? (
        <div>
          <h2>{texts.attachments}</h2>
          <AttachmentList patientId={patientId} />
        </div>
      ) : null}
    </section>
  );
}

function PriorList({ priors }: { readonly priors: Priors }): ReactNode {
  const { items, problem, refresh } = priors;
  if (problem !== null) return <ErrorCard problem={problem} onRetry={refresh} />;
  if (items === null) return <Spinner label={texts.loadingPriors} />;
  if (items.length === 0) return <p className={styles.quiet}>{texts.noPriors}</p>;
  return (
    <ul>
      {items.map((prior) => (
        <PriorRow key={prior.study.id} prior={prior} />
      ))}
    </ul>
  );
}

function PriorRow({ prior }: { readonly prior: PriorStudy }): ReactNode {
  const report = useLatestReport(prior.study.id);
  const category = usePriorCategory(report);
  const { compare, open } = usePriorActions(prior);
  const day = dayTextOf(prior.at);
  return (
    <li className={styles.prior}>
      <strong>{day}</strong>
      <span>{prior.scans.map(({ label }) => label).join(', ')}</span>
      <span>{category}</span>
      <ReadingStateMark state={stateOf(report)} />
      <span className={styles.actions}>
        {compare === null ? null : (
          <Button size={24} ariaLabel={texts.compare(day)} onPress={compare}>
            {texts.compareShort}
          </Button>
        )}
        <Button size={24} ariaLabel={texts.openPrior(day)} onPress={open}>
          {texts.openShort}
        </Button>
      </span>
    </li>
  );
}

/** Returns null without a report, because the marks of a prior are not read here. */
function stateOf(report: Report | null): ReadingState | null {
  if (report === null) return null;
  return report.state === 'DRAFT' ? 'IN_PROGRESS' : report.state;
}

function AttachmentList({ patientId }: { readonly patientId: string }): ReactNode {
  const { items, problem, hasMore, loadMore, refresh } = useAttachments(patientId);
  const nameOf = useAccountName();
  const [previewed, setPreviewed] = useState<AttachedFileRef | null>(null);
  if (problem !== null) return <ErrorCard problem={problem} onRetry={refresh} />;
  if (items === null) return <Spinner label={texts.loadingAttachments} />;
  if (items.length === 0) return <p className={styles.quiet}>{texts.noAttachments}</p>;
  return (
    <>
      <ul>
        {items.map((attachment) => (
          <AttachmentRow
            key={attachment.id}
            attachment={attachment}
            nameOf={nameOf}
            onPreview={setPreviewed}
          />
        ))}
      </ul>
      {hasMore ? (
        <Button kind="link" onPress={loadMore}>
          {texts.moreAttachments}
        </Button>
      ) : null}
      <PreviewDialog fileRef={previewed} onClose={() => setPreviewed(null)} />
    </>
  );
}
