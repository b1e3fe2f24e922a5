import type { ReactNode } from 'react';
import {
  jobTypeLabel,
  type ListedStudy,
  menopause,
  pregnancy,
  routes,
  type Scan,
  smoking,
} from '#contracts';
import { hasEnded, sortBySide } from '#core';
import { dayTextOf, stampOf } from '#foundation';
import { Button, Chip, ErrorCard, JobRow, Spinner, Tabs, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { type Lists, useLists } from '../forms/use-lists.ts';
import { ClaimedBy } from '../lists/claimed-by.tsx';
import page from '../lists/page/list-page.module.css';
import { ReadingStateMark } from '../lists/reading-state.tsx';
import { useGo } from '../navigation/use-go.ts';
import { NotesView } from '../notes/notes-view.tsx';
import { DetailList } from '../patients/overview/patient-overview.tsx';
import { StudyCoronals } from '../patients/overview/study-coronals.tsx';
import { patientName } from '../patients/shared/patient-name.ts';
import { patientSummary } from '../patients/shared/patient-summary.ts';
import { scanAddress, scanSummary } from '../patients/shared/scan-summary.ts';
import { isSigned } from '../patients/shared/use-latest-report.ts';
import { ReviewLines } from '../reviews/review-lines.tsx';
import { DeletedScansButton } from '../scans/deleted-scans-button.tsx';
import { RereadingNotice } from '../scans/rereading-notice.tsx';
import { ScanMenu } from '../scans/scan-menu.tsx';
import { patientTexts } from '../texts/patient-texts.ts';
import { studyTexts } from '../texts/study-texts.ts';
import { StudyActions } from './study-actions.tsx';
import { studyName } from './study-name.ts';
import { useIdentityVisibility } from './use-identity-visibility.ts';
import { useStudyScans } from './use-study-scans.ts';

export interface StudyPanelProps {
  readonly study: ListedStudy;
  onOpen(): void;
  onChanged(): void;
  onDeleted(): void;
}

/** Panel of the selected study: patient, pre-scan information, scans and jobs. */
export function StudyPanel({ study, onOpen, onChanged, onDeleted }: StudyPanelProps): ReactNode {
  const { blind } = useIdentityVisibility();
  const lists = useLists();
  return (
    <>
      <div>
        <h2 className={page.name}>{studyName(study)}</h2>
        <p className={page.details}>
          {study.who === null ? dayTextOf(study.createdAt) : patientSummary(study.who)}
        </p>
      </div>
      <Button kind="primary" onPress={onOpen}>
        {studyTexts.open} <kbd className={page.keyHint}>{studyTexts.openKey}</kbd>
      </Button>
      {blind ? (
        <Scans study={study} />
      ) : (
        <>
          <div className={page.actions}>
            <ReadingStateMark state={study.readingState} />
            <ClaimedBy claimant={study.claimedBy} />
          </div>
          <RereadingNotice rereading={study.rereading} />
          <StudyActions study={study} onChanged={onChanged} onDeleted={onDeleted} />
          <StudyTabs study={study} lists={lists} />
        </>
      )}
    </>
  );
}

function StudyTabs({
  study,
  lists,
}: {
  readonly study: ListedStudy;
  readonly lists: Lists;
}): ReactNode {
  const { session } = useApplication().services;
  return (
    <Tabs
      label={studyTexts.panelTabs}
      items={[
        {
          id: 'overview',
          title: studyTexts.overview,
          content: (
            <div className={page.tab}>
              <DetailList details={studyDetails(study, lists)} />
              <Scans study={study} />
            </div>
          ),
        },
        {
          id: 'notes',
          title: studyTexts.notes,
          content: (
            <div className={page.tab}>
              <NotesView
                subject={{ kind: 'studies', id: study.id }}
                mayWrite={session.mayCall(routes.createStudyNote)}
              />
            </div>
          ),
        },
      ]}
    />
  );
}

/** Returns the known pre-scan information. */
export function studyDetails(
  study: ListedStudy,
  lists: Pick<Lists, 'label'>,
): readonly (readonly [string, string])[] {
  const titles = studyTexts.details;
  const labelsOf = (listId: string, ids: readonly string[]): string =>
    ids.map((id) => lists.label(listId, id)).join(', ');
  const density = study.breastDensity;
  const details = [
    [titles.accession, study.accessionNumber ?? ''],
    [titles.created, stampOf(study.createdAt)],
    [titles.indication, labelsOf('EXAM_INDICATION', study.indications)],
    [titles.imagingHistory, labelsOf('IMAGING_HISTORY', study.imagingHistory)],
    [titles.followUp, labelsOf('FOLLOW_UP', study.followUp)],
    [titles.menopause, study.menopause === null ? '' : menopause.labels[study.menopause]],
    [titles.pregnancy, study.pregnancy === null ? '' : pregnancy.labels[study.pregnancy]],
    [titles.smoking, study.smoking === null ? '' : smoking.labels[study.smoking]],
    [titles.density, density === null ? '' : lists.label('BREAST_DENSITY', density)],
  ] as const;
  return details.filter(([, value]) => value !== '');
}

function Scans({ study }: { readonly study: ListedStudy }): ReactNode {
  const { scans, problem, refresh } = useStudyScans(study.id);
  const go = useGo();
  if (problem !== null) return <ErrorCard problem={problem} onRetry={refresh} />;
  if (scans === null) return <Spinner label={studyTexts.loadingScans} />;
  return (
    <section className={page.section}>
      <h3>{studyTexts.scans}</h3>
      <StudyCoronals scans={scans} />
      <div className={page.scans}>
        {scans.length === 0 ? <span className={page.third}>{studyTexts.noScan}</span> : null}
        {sortBySide(scans).map((scan) => (
          <span key={scan.id} className={page.scan}>
            <Chip
              ariaLabel={patientTexts.openScan(scan.label, scanSummary(scan))}
              onPress={() => go(scanAddress(scan))}
            >
              <b>{scan.label}</b> {scanSummary(scan)}
            </Chip>
            <ScanMenu
              scan={scan}
              patient={study.who === null ? null : patientName(study.who)}
              isSigned={isSigned(study.readingState)}
            />
          </span>
        ))}
        <DeletedScansButton studyId={study.id} />
      </div>
      <ReviewLines scans={scans} />
      <ScanJobs scans={scans} />
    </section>
  );
}

/** Unfinished and failed jobs of the scans; permitted users can stop and repeat jobs. */
function ScanJobs({ scans }: { readonly scans: readonly Scan[] }): ReactNode {
  const { jobs, notices, session } = useApplication().services;
  const shownJobs = useStore(jobs.store, (list) =>
    list.filter(
      (job) =>
        scans.some((scan) => scan.id === job.entityId) &&
        (!hasEnded(job) || job.status === 'FAILED'),
    ),
  );
  const showFailure = async (pending: ReturnType<typeof jobs.stop>): Promise<void> => {
    const result = await pending;
    if (!result.ok) notices.showProblem(result.problem);
  };
  return shownJobs.map((job) => {
    const label = scans.find((scan) => scan.id === job.entityId)?.label ?? '';
    return (
      <JobRow
        key={job.id}
        title={`${jobTypeLabel(job.jobType)} ${label}`}
        job={job}
        {...(session.mayCall(routes.stopJob)
          ? {
              onCancel: () => void showFailure(jobs.stop(job.id)),
              onRetry: () => void showFailure(jobs.queue(job.jobType, job.entityId)),
            }
          : {})}
      />
    );
  });
}
