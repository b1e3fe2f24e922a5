import type { ReactNode } from 'react';
import { ethnicity, MAX_RISK_POINTS, menopause, type Patient, type Study } from '#contracts';
import { formatNumber } from '#foundation';
import { EmptyState, ErrorCard, Spinner } from '#ui';
import { type Lists, useLists } from '../../forms/use-lists.ts';
import page from '../../lists/page/list-page.module.css';
import { patientTexts } from '../../texts/patient-texts.ts';
import type { PatientStudies } from '../shared/use-patient-studies.ts';
import { PanelStudy } from './panel-study.tsx';
import styles from './patient-list.module.css';

/** Details of a patient and the studies, newest first. */
export function PatientOverview(props: {
  readonly patient: Patient;
  readonly patientStudies: PatientStudies;
}): ReactNode {
  const { patient, patientStudies } = props;
  const lists = useLists();
  const newestStudy = patientStudies.studies?.[0]?.study ?? null;
  return (
    <>
      <DetailList details={patientDetails(patient, newestStudy, lists)} />
      {patientStudies.problem === null ? (
        <Studies patient={patient} studies={patientStudies.studies} />
      ) : (
        <ErrorCard problem={patientStudies.problem} onRetry={patientStudies.refresh} />
      )}
    </>
  );
}

/** Formats '6 of 10', or the plain number when the model of a site exceeds the built-in scale. */
function riskLabel(score: number | null): string {
  if (score === null) return '';
  const scoreText = formatNumber(score);
  return score < 0 || score > MAX_RISK_POINTS
    ? scoreText
    : patientTexts.riskOutOf(scoreText, MAX_RISK_POINTS);
}

type Detail = readonly [label: string, value: string];

/** Returns the known details, the most important to the reader first. */
export function patientDetails(
  patient: Patient,
  newestStudy: Study | null,
  lists: Pick<Lists, 'label'>,
): readonly Detail[] {
  const titles = patientTexts.details;
  const labelsOf = (listId: string, ids: readonly string[]): string =>
    ids.map((id) => lists.label(listId, id)).join(', ');
  const details: readonly Detail[] = [
    [
      titles.density,
      patient.breastDensity === null ? '' : lists.label('BREAST_DENSITY', patient.breastDensity),
    ],
    [titles.risk, riskLabel(patient.riskScore)],
    [
      titles.menopause,
      newestStudy?.menopause == null ? '' : menopause.labels[newestStudy.menopause],
    ],
    [titles.history, labelsOf('CANCER_HISTORY', patient.cancerHistory)],
    [
      titles.indication,
      newestStudy === null ? '' : labelsOf('EXAM_INDICATION', newestStudy.indications),
    ],
    [titles.ethnicity, patient.ethnicity === null ? '' : ethnicity.labels[patient.ethnicity]],
  ];
  return details.filter(([, value]) => value !== '');
}

/** Shows details as a list of labels and values; nothing when empty. */
export function DetailList({ details }: { readonly details: readonly Detail[] }): ReactNode {
  if (details.length === 0) return null;
  return (
    <dl className={styles.detailList}>
      {details.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Studies(props: {
  readonly patient: Patient;
  readonly studies: PatientStudies['studies'];
}): ReactNode {
  const { studies, patient } = props;
  if (studies === null) return <Spinner label={patientTexts.loadingStudies} />;
  if (studies.length === 0) return <EmptyState icon="archive" text={patientTexts.noStudies} />;
  return (
    <section className={page.section}>
      <h3>
        {patientTexts.studies} <span>{studies.length}</span>
      </h3>
      <ul>
        {studies.map((entry, idx) => (
          <PanelStudy key={entry.study.id} patient={patient} entry={entry} isNewest={idx === 0} />
        ))}
      </ul>
    </section>
  );
}
