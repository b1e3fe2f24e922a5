import { type ReactNode, useState } from 'react';
import { outcomeResult, routes } from '#contracts';
import type { ReadonlyStore } from '#core';
import type { ReportFinding } from '#report';
import { Button, useLoaded, useStore } from '#ui';
import { followUpTexts } from '../../texts/follow-up-texts.ts';
import styles from './follow-up.module.css';
import { type OutcomeServices, outcomesKey } from './follow-up-services.ts';
import { OutcomeDialog } from './outcome-dialog.tsx';

const { outcome: texts } = followUpTexts;

/** Part of the services of a report that the button reads. */
interface SignedReportServices extends OutcomeServices {
  readonly report: {
    readonly store: ReadonlyStore<{ readonly stored: { readonly state: string } | null }>;
  };
}

interface OutcomeButtonProps {
  readonly services: SignedReportServices;
  readonly item: Pick<ReportFinding, 'finding' | 'side'>;
}

/** Shows and enters the outcomes of a finding once its report is signed. */
export function OutcomeButton({ services, item }: OutcomeButtonProps): ReactNode {
  const state = useStore(services.report.store, ({ stored }) => stored?.state);
  return state === 'SIGNED' || state === 'ADDENDUM' ? (
    <SignedOutcome services={services} item={item} />
  ) : null;
}

function SignedOutcome({ services, item }: OutcomeButtonProps): ReactNode {
  const { finding, side } = item;
  const { api, session } = services;
  const [isOpen, setOpen] = useState(false);
  const { value } = useLoaded(outcomesKey(session, finding.id), (signal) =>
    api.call(routes.listOutcomes, { params: { id: finding.id }, signal }),
  );
  const results = (value?.items ?? []).filter(({ deletedAt }) => deletedAt === null);
  return (
    <div className={styles.line} data-testid="finding-outcome">
      <Button onPress={() => setOpen(true)}>{texts.button}</Button>
      <span className={styles.quiet}>
        {value === null
          ? ''
          : results.length === 0
            ? texts.none
            : results.map(({ result }) => outcomeResult.labels[result]).join(', ')}
      </span>
      {isOpen ? (
        <OutcomeDialog
          services={services}
          findings={[{ ...finding, scanLabel: side, outcomes: results.length }]}
          onChanged={() => undefined}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}
