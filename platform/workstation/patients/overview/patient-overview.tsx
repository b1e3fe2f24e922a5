import type { ReactNode } from 'react';
import { ethnicity, MAX_RISK_POINTS, menopause, type Patient, type Study } from '#contracts';
import { EmptyState, ErrorCard, Spinner } from '#ui';
import { type Lists, useLists } from '../../forms/use-lists.ts';
import page from '../../lists/page/list-page.module.css';
import { patientTexts } from '../../texts/patient-texts.ts';
import type { PatientStudies } from '../shared/use-patient-studies.ts';
import { PanelStudy } from './panel-study.tsx';
import styles from './patient-list.module.css';

/** What is known of a patient, and the studies, newest first. */
export function PatientOverview(props: {
  readonly patient: Patient;
  readonly found: PatientStudies;
}): ReactNode {
  const { patient, found } = props;
  const lists = useLists();
  const newest = found.studies?.[0]?.study ?? null;
  return (
    <>
      <Facts facts={factsOf(patient, newest, lists)} />
      {found.problem === null ? (
        <Studies patient={patient} studies={found.studies} />
      ) : (
        <ErrorCard problem={found.problem} onRetry={found.refresh} />
      )}
    </>
  );
}

/** '6 of 10', or the bare figure where a site's model goes beyond the built-in sum. */
function riskWords(score: number | null): string {
  if (score === null) return '';
  const words = score.toLocaleString('en-GB');
  return score < 0 || score > MAX_RISK_POINTS
    ? words
    : patientTexts.riskOutOf(words, MAX_RISK_POINTS);
}

type Fact = readonly [label: string, words: string];

/** Facts that are known, in the order in which a reader asks for them. */
export function factsOf(
  patient: Patient,
  newest: Study | null,
  lists: Pick<Lists, 'label'>,
): readonly Fact[] {
  const titles = patientTexts.facts;
  const words = (listId: string, ids: readonly string[]): string =>
    ids.map((id) => lists.label(listId, id)).join(', ');
  const facts: readonly Fact[] = [
    [
      titles.density,
      patient.breastDensity === null ? '' : lists.label('BREAST_DENSITY', patient.breastDensity),
    ],
    [titles.risk, riskWords(patient.riskScore)],
    [titles.menopause, newest?.menopause == null ? '' : menopause.labels[newest.menopause]],
    [titles.history, words('CANCER_HISTORY', patient.cancerHistory)],
    [titles.indication, newest === null ? '' : words('EXAM_INDICATION', newest.indications)],
    [titles.ethnicity, patient.ethnicity === null ? '' : ethnicity.labels[patient.ethnicity]],
  ];
  return facts.filter(([, value]) => value !== '');
}

export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  if (facts.length === 0) return null;
  return (
    <dl className={styles.factList}>
      {facts.map(([label, words]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{words}</dd>
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
    <section className={page.part}>
      <h3>
        {patientTexts.studies} <span>{studies.length}</span>
      </h3>
      <ul>
        {studies.map((one, idx) => (
          <PanelStudy key={one.study.id} patient={patient} of={one} isNewest={idx === 0} />
        ))}
      </ul>
    </section>
  );
}
