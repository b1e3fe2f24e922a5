import type { ReactNode } from 'react';
import type { Patient } from '#contracts';
import { formatDay } from '#foundation';
import { Button } from '#ui';
import { linkTexts } from '../texts/link-texts.ts';
import { LinkCard } from './link-card.tsx';
import styles from './links.module.css';
import { type LinkError, studyPath } from './resolve-link.ts';

/** Formats 'Last name, First name'. */
const nameOf = ({ firstName, lastName }: Patient): string =>
  [lastName, firstName].filter((part) => part !== null && part !== '').join(', ');

const patientDetails = ({ code, birthDate }: Patient): string =>
  [code ?? linkTexts.mismatch.noCode, birthDate && formatDay(birthDate)]
    .filter((detail) => detail !== null)
    .join(' · ');

/**
 * Card for a link whose patient is not the patient of its study. Shows both patients; opens nothing
 * until the user decides.
 */
export function MismatchCard(props: {
  readonly error: Extract<LinkError, { readonly type: 'PatientNotMatchStudy' }>;
  onGo(path: string): void;
}): ReactNode {
  const { linkPatient, studyPatient, accession, studyId } = props.error;
  const { mismatch } = linkTexts;
  return (
    <LinkCard
      alert
      title={mismatch.title}
      text={mismatch.text}
      actions={
        <>
          <Button onPress={() => props.onGo(studyPath(studyId))}>{mismatch.action}</Button>
          <Button kind="quiet" autoFocus onPress={() => props.onGo('/patient-list')}>
            {mismatch.cancel}
          </Button>
        </>
      }
    >
      <p>{mismatch.accession(accession)}</p>
      <dl className={styles.pair}>
        <dt>{mismatch.source}</dt>
        <dd>
          {linkPatient.patient === null ? (
            `${linkPatient.code} · ${mismatch.unknownHere}`
          ) : (
            <PatientLine patient={linkPatient.patient} />
          )}
        </dd>
        <dt>{mismatch.database}</dt>
        <dd>
          <PatientLine patient={studyPatient} />
        </dd>
      </dl>
      <p className={styles.text}>
        {mismatch.action}: {mismatch.confirmNext(nameOf(studyPatient))}
      </p>
    </LinkCard>
  );
}

function PatientLine({ patient }: { readonly patient: Patient }): ReactNode {
  return (
    <>
      <span className={styles.who}>{nameOf(patient)}</span> {patientDetails(patient)}
    </>
  );
}
