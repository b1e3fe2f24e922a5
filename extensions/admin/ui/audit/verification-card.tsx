import type { ReactNode } from 'react';
import type { AuditVerification } from '#contracts';
import { StatusDot } from '#ui';
import { auditTexts } from '../../texts/audit-texts.ts';
import styles from './audit.module.css';

/** What checking the chain found, and what to do when it is broken. */
export function VerificationCard({ found }: { readonly found: AuditVerification }): ReactNode {
  const { firstBad } = found;
  return (
    <div className={styles.verification} role="status" data-intact={found.intact}>
      <StatusDot state={found.intact ? 'ok' : 'danger'} />
      <div>
        <strong>
          {firstBad === null
            ? auditTexts.intact(found.checked)
            : auditTexts.broken(auditTexts.faults[firstBad.fault], firstBad.position)}
        </strong>
        {firstBad === null ? null : <p>{auditTexts.next}</p>}
        {found.unsealed > 0 ? <p>{auditTexts.unsealed(found.unsealed)}</p> : null}
        {found.recordedHead === null ? <p>{auditTexts.noHead}</p> : null}
      </div>
    </div>
  );
}
