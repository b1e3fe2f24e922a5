import type { ReactNode } from 'react';
import { routes } from '#contracts';
import { Icon } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { useAttachments } from '../attachments/use-attachments.ts';
import { clinicalTexts as texts } from '../texts/clinical-texts.ts';
import styles from './clinical.module.css';
import type { ClinicalDetails } from './clinical-details.ts';
import { PriorButton } from './prior-button.tsx';
import type { Priors } from './use-priors.ts';

/** Number of priors in the line; the panel lists all. */
const MAX_PRIORS = 1;

/** The parts of the line that are known: indication, history, priors and attachments. */
export function ClinicalSummary(props: {
  readonly details: ClinicalDetails;
  readonly priors: Priors;
  readonly patientId: string;
}): ReactNode {
  const { session } = useApplication().services;
  const { indication, palpable, history } = props.details;
  const priors = props.priors.items ?? [];
  return (
    <>
      <p className={styles.row}>
        {indication === '' && history === '' && palpable === '' ? (
          <span className={styles.quiet}>{texts.none}</span>
        ) : null}
        <Part label={texts.indication} text={indication} />
        <Part label={texts.history} text={history} />
      </p>
      <div className={styles.row}>
        <Part label={texts.palpable} text={palpable} />
        {priors.length === 0 ? null : <span className={styles.label}>{texts.prior}</span>}
        {priors.slice(0, MAX_PRIORS).map((prior) => (
          <PriorButton key={prior.study.id} prior={prior} />
        ))}
        {priors.length > MAX_PRIORS ? (
          <span className={styles.quiet}>{texts.morePriors(priors.length - MAX_PRIORS)}</span>
        ) : null}
        {session.mayCall(routes.listAttachmentsOfPatient) ? (
          <AttachmentCount patientId={props.patientId} />
        ) : null}
      </div>
    </>
  );
}

/** Part of the line that is shortened where it does not fit; nothing without text. */
function Part({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  if (text === '') return null;
  return (
    <span className={styles.part} title={`${label}: ${text}`}>
      <span className={styles.label}>{label}</span> {text}
    </span>
  );
}

function AttachmentCount({ patientId }: { readonly patientId: string }): ReactNode {
  const { items, hasMore } = useAttachments(patientId);
  if (items === null || items.length === 0) return null;
  const label = texts.attachmentCount(items.length, hasMore);
  return (
    <span className={styles.fixed} role="img" aria-label={label} title={label}>
      <Icon name="file" size={14} /> {items.length}
    </span>
  );
}
