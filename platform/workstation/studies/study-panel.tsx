import type { ReactNode } from 'react';
import { jobType, type ListedStudy, menopause, pregnancy, type Scan, smoking } from '#contracts';
import { hasEnded, sortBySide } from '#core';
import { dayOf, timeOf } from '#foundation';
import { Button, Chip, ErrorCard, JobRow, Spinner, Tabs, useStore } from '#ui';
import { type Lists, useLists } from '../forms/use-lists.ts';
import { HeldBy } from '../lists/held-by.tsx';
import page from '../lists/page/list-page.module.css';
import { ReadingStateMark } from '../lists/reading-state.tsx';
import { NotesView } from '../notes/notes-view.tsx';
import { Facts } from '../patients/overview/patient-overview.tsx';
import { patientFacts } from '../patients/shared/patient-facts.ts';
import { scanAddress, scanWords } from '../patients/shared/scan-words.ts';
import { useGo } from '../routing/use-go.ts';
import { useApplication } from '../start/application-context.ts';
import { patientTexts } from '../texts/patient-texts.ts';
import { studyTexts } from '../texts/study-texts.ts';
import { StudyActions } from './study-actions.tsx';
import { studyName } from './study-words.ts';
import { useSight } from './use-sight.ts';
import { useStudyScans } from './use-study-scans.ts';

export interface StudyPanelProps {
  readonly study: ListedStudy;
  onChanged(): void;
  onDeleted(): void;
}

/** The selected study: whose, what was asked, what was scanned and what runs. */
export function StudyPanel({ study, onChanged, onDeleted }: StudyPanelProps): ReactNode {
  const go = useGo();
  const { blind } = useSight();
  const lists = useLists();
  return (
    <>
      <div>
        <h2 className={page.name}>{studyName(study)}</h2>
        <p className={page.facts}>
          {study.who === null ? dayOf(study.createdAt) : patientFacts(study.who)}
        </p>
      </div>
      <Button kind="primary" onPress={() => go(`/scan?study=${study.id}`)}>
        {studyTexts.open} <kbd className={page.keyHint}>{studyTexts.openKey}</kbd>
      </Button>
      {blind ? (
        <Scans studyId={study.id} />
      ) : (
        <>
          <div className={page.actions}>
            <ReadingStateMark state={study.readingState} />
            <HeldBy holder={study.heldBy} />
          </div>
          <StudyActions study={study} onChanged={onChanged} onDeleted={onDeleted} />
          <Parts study={study} lists={lists} />
        </>
      )}
    </>
  );
}

function Parts({
  study,
  lists,
}: {
  readonly study: ListedStudy;
  readonly lists: Lists;
}): ReactNode {
  const { session } = useApplication().services;
  return (
    <Tabs
      label={studyTexts.parts}
      items={[
        {
          id: 'overview',
          title: studyTexts.overview,
          content: (
            <div className={page.tab}>
              <Facts facts={studyFacts(study, lists)} />
              <Scans studyId={study.id} />
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
                mayWrite={session.can(['STUDY_CREATE'])}
              />
            </div>
          ),
        },
      ]}
    />
  );
}

/** What was asked before the scan, as far as it is known. */
export function studyFacts(
  study: ListedStudy,
  lists: Pick<Lists, 'label'>,
): readonly (readonly [string, string])[] {
  const titles = studyTexts.facts;
  const words = (listId: string, ids: readonly string[]): string =>
    ids.map((id) => lists.label(listId, id)).join(', ');
  const density = study.breastDensity;
  const facts = [
    [titles.accession, study.accessionNumber ?? ''],
    [titles.made, `${dayOf(study.createdAt)} ${timeOf(study.createdAt)}`],
    [titles.indication, words('EXAM_INDICATION', study.indications)],
    [titles.imagingHistory, words('IMAGING_HISTORY', study.imagingHistory)],
    [titles.followUp, words('FOLLOW_UP', study.followUp)],
    [titles.menopause, study.menopause === null ? '' : menopause.labels[study.menopause]],
    [titles.pregnancy, study.pregnancy === null ? '' : pregnancy.labels[study.pregnancy]],
    [titles.smoking, study.smoking === null ? '' : smoking.labels[study.smoking]],
    [titles.density, density === null ? '' : lists.label('BREAST_DENSITY', density)],
  ] as const;
  return facts.filter(([, value]) => value !== '');
}

function Scans({ studyId }: { readonly studyId: string }): ReactNode {
  const { scans, problem, refresh } = useStudyScans(studyId);
  const go = useGo();
  if (problem !== null) return <ErrorCard problem={problem} onRetry={refresh} />;
  if (scans === null) return <Spinner label={studyTexts.loadingScans} />;
  return (
    <section className={page.part}>
      <h3>{studyTexts.scans}</h3>
      <div className={page.scans}>
        {scans.length === 0 ? <span className={page.third}>{studyTexts.noScan}</span> : null}
        {sortBySide(scans).map((scan) => (
          <Chip
            key={scan.id}
            ariaLabel={patientTexts.openScan(scan.label, scanWords(scan))}
            onPress={() => go(scanAddress(scan))}
          >
            <b>{scan.label}</b> {scanWords(scan)}
          </Chip>
        ))}
      </div>
      <Jobs scans={scans} />
    </section>
  );
}

/** Jobs on these scans with their phases; who may scan can stop and repeat them. */
function Jobs({ scans }: { readonly scans: readonly Scan[] }): ReactNode {
  const { jobs, notices, session } = useApplication().services;
  const open = useStore(jobs.store, (all) =>
    all.filter(
      (job) =>
        scans.some((scan) => scan.id === job.entityId) &&
        (!hasEnded(job) || job.status === 'FAILED'),
    ),
  );
  const told = async (answer: ReturnType<typeof jobs.stop>): Promise<void> => {
    const result = await answer;
    if (!result.ok) notices.showProblem(result.problem);
  };
  return open.map((job) => {
    const label = scans.find((scan) => scan.id === job.entityId)?.label ?? '';
    return (
      <JobRow
        key={job.id}
        title={`${jobType.labels[job.jobType]} ${label}`}
        job={job}
        {...(session.can(['STUDY_CREATE'])
          ? {
              onCancel: () => void told(jobs.stop(job.id)),
              onRetry: () => void told(jobs.queue(job.jobType, job.entityId)),
            }
          : {})}
      />
    );
  });
}
