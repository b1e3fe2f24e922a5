import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { jobTypeLabel, type Patient, type ReadingState, type Report, type Scan } from '#contracts';
import { hasEnded, sortBySide } from '#core';
import { dayTextOf, timeOf } from '#foundation';
import { Chip, JobRow, useStore } from '#ui';
import { useApplication } from '../../application/application-context.ts';
import { useLists } from '../../forms/use-lists.ts';
import { ClaimedBy } from '../../lists/claimed-by.tsx';
import page from '../../lists/page/list-page.module.css';
import { ReadingStateMark } from '../../lists/reading-state.tsx';
import { ReviewLines } from '../../reviews/review-lines.tsx';
import { DeletedScansButton } from '../../scans/deleted-scans-button.tsx';
import { RereadingNotice } from '../../scans/rereading-notice.tsx';
import { ScanMenu } from '../../scans/scan-menu.tsx';
import { patientTexts } from '../../texts/patient-texts.ts';
import { biradsLabel } from '../shared/birads-label.ts';
import { patientName } from '../shared/patient-name.ts';
import { scanAddress, scanSummary } from '../shared/scan-summary.ts';
import { isSigned, useLatestReport } from '../shared/use-latest-report.ts';
import type { StudyWithScans } from '../shared/use-patient-studies.ts';
import styles from './patient-list.module.css';
import { StudyCoronals } from './study-coronals.tsx';

/** Study in the patient panel; the newest also shows both coronals. */
export function PanelStudy(props: {
  readonly patient: Patient;
  readonly entry: StudyWithScans;
  readonly isNewest: boolean;
}): ReactNode {
  const { study, scans } = props.entry;
  const navigate = useNavigate();
  const lists = useLists();
  const report = useLatestReport(study.id);
  const state = props.isNewest ? props.patient.readingState : stateOfReport(report);
  const birads = report === null ? '' : biradsLabel(report, lists.byId?.get('BIRADS')?.items ?? []);
  return (
    <li className={styles.study}>
      <div className={styles.studyHead}>
        <ReadingStateMark state={state} labelHidden />
        <strong>{dayTextOf(study.createdAt)}</strong>
        <span className={page.third}>{timeOf(study.createdAt)}</span>
        <span className={page.third}>{study.accessionNumber}</span>
        <span className={page.third}>
          {props.isNewest && props.patient.claimedBy !== null ? (
            <ClaimedBy claimant={props.patient.claimedBy} />
          ) : (
            birads
          )}
        </span>
      </div>
      {props.isNewest ? <StudyCoronals scans={scans} /> : null}
      <div className={page.scans}>
        {scans.length === 0 ? <span className={page.third}>{patientTexts.noScan}</span> : null}
        {sortBySide(scans).map((scan) => (
          <span key={scan.id} className={page.scan}>
            <Chip
              ariaLabel={patientTexts.openScan(scan.label, scanSummary(scan))}
              onPress={() => void navigate(scanAddress(scan))}
            >
              <b>{scan.label}</b> {scanSummary(scan)}
            </Chip>
            <ScanMenu
              scan={scan}
              patient={patientName(props.patient)}
              isSigned={isSigned(report?.state)}
            />
          </span>
        ))}
        <DeletedScansButton studyId={study.id} />
      </div>
      <ReviewLines scans={scans} />
      <RereadingNotice rereading={study.rereading} />
      <OpenJobs scans={scans} />
    </li>
  );
}

/** Returns NEW without a report and IN_PROGRESS for a draft. */
function stateOfReport(report: Pick<Report, 'state'> | null): ReadingState {
  if (report === null) return 'NEW';
  return report.state === 'DRAFT' ? 'IN_PROGRESS' : report.state;
}

function OpenJobs({ scans }: { readonly scans: readonly Scan[] }): ReactNode {
  const { jobs } = useApplication().services;
  const openJobs = useStore(jobs.store, (list) =>
    list.filter((job) => !hasEnded(job) && scans.some((scan) => scan.id === job.entityId)),
  );
  return openJobs.map((job) => {
    const label = scans.find((scan) => scan.id === job.entityId)?.label ?? '';
    return <JobRow key={job.id} title={`${jobTypeLabel(job.jobType)} ${label}`} job={job} />;
  });
}
