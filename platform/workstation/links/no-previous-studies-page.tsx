import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type Patient, routes } from '#contracts';
import { ProblemError, unwrap } from '#foundation';
import { Button, ErrorCard, Spinner } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { PageFrame } from '../layout/page-frame.tsx';
import { pageTitle } from '../navigation/page-titles.ts';
import { scanStartPath } from '../patients/shared/abilities.ts';
import { linkTexts } from '../texts/link-texts.ts';
import { LinkCard } from './link-card.tsx';
import styles from './links.module.css';

/**
 * /no-previous-studies?patient=: reports that the patient has no study and offers to start one or
 * go back.
 */
export function NoPreviousStudiesPage(): ReactNode {
  const patientId = new URLSearchParams(useLocation().search).get('patient');
  return (
    <PageFrame title={pageTitle('/no-previous-studies')}>
      {patientId === null ? (
        <NoStudies patientId={null} text={linkTexts.noStudies.none} />
      ) : (
        <PatientNoStudies patientId={patientId} />
      )}
    </PageFrame>
  );
}

function PatientNoStudies({ patientId }: { readonly patientId: string }): ReactNode {
  const { api } = useApplication().services;
  const { data, error, refetch } = useQuery({
    queryKey: ['patient', patientId],
    queryFn: async ({ signal }) => {
      return unwrap(await api.call(routes.getPatient, { params: { id: patientId }, signal }));
    },
  });
  if (error instanceof ProblemError) {
    return (
      <div className={styles.center}>
        <ErrorCard problem={error.problem} onRetry={() => void refetch()} />
      </div>
    );
  }
  const { noStudies } = linkTexts;
  if (data === undefined) return <Spinner label={noStudies.loading} centered />;
  const name = fullNameOf(data);
  const text = name === '' ? noStudies.textUnknown : noStudies.text(name);
  return <NoStudies patientId={patientId} text={text} />;
}

const fullNameOf = ({ firstName, lastName }: Patient): string =>
  [firstName, lastName].filter((part) => part !== null && part !== '').join(' ');

function NoStudies(props: { readonly patientId: string | null; readonly text: string }): ReactNode {
  const application = useApplication();
  const navigate = useNavigate();
  const startPath = props.patientId === null ? null : scanStartPath(application, props.patientId);
  const { noStudies } = linkTexts;
  return (
    <LinkCard
      title={noStudies.title}
      text={props.text}
      actions={
        <>
          {startPath === null ? null : (
            <Button kind="primary" autoFocus onPress={() => void navigate(startPath)}>
              {noStudies.start}
            </Button>
          )}
          {application.services.session.mayCall(routes.listStudies) ? (
            <Button onPress={() => void navigate(patientListPath(props.patientId))}>
              {noStudies.back}
            </Button>
          ) : null}
        </>
      }
    />
  );
}

const patientListPath = (patientId: string | null): string =>
  patientId === null ? '/patient-list' : `/patient-list?patient=${encodeURIComponent(patientId)}`;
