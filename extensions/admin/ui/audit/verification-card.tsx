import type { ReactNode } from 'react';
import type { AuditVerification } from '#contracts';
import { StatusDot } from '#ui';
import { auditTexts } from '../../texts/audit-texts.ts';
import styles from './audit.module.css';

/** Shows the result of the chain verification, and what to do when the chain is broken. */
export function VerificationCard({
  verification,
}: {
  readonly verification: AuditVerification;
}): ReactNode {
  const { firstBad } = verification;
  return (
    <div className={styles.verification} role="status" data-intact={verification.intact}>
      <StatusDot state={verification.intact ? 'ok' : 'danger'} />
      <div>
        <strong>
          {firstBad === null
            ? auditTexts.intact(verification.checked)
            : auditTexts.broken(auditTexts.faults[firstBad.fault], firstBad.position)}
        </strong>
        {firstBad === null ? null : <p>{auditTexts.next}</p>}
        {verification.unsealed > 0 ? <p>{auditTexts.unsealed(verification.unsealed)}</p> : null}
        {verification.recordedHead === null ? <p>{auditTexts.noHead}</p> : null}
      </div>
    </div>
  );
}
