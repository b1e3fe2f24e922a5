import { type ReactNode, useState } from 'react';
import {
  type FindingOutcome,
  type FollowUpFinding,
  outcomeKind,
  outcomeResult,
  routes,
} from '#contracts';
import { fail, formatDay, type Problem, type Result, stampOf } from '#foundation';
import {
  Button,
  classNames,
  Dialog,
  DialogActions,
  Dropdown,
  EmptyState,
  ErrorCard,
  Spinner,
  useLoaded,
} from '#ui';
import { categoryCodeOf } from '../../model/category-codes.ts';
import { followUpTexts } from '../../texts/follow-up-texts.ts';
import styles from './follow-up.module.css';
import { type OutcomeServices, outcomesKey, withOwnNextStep } from './follow-up-services.ts';
import { OutcomeForm } from './outcome-form.tsx';
import { ReasonForm } from './reason-form.tsx';

const { outcome: texts, unknownUser } = followUpTexts;

interface OutcomeDialogProps {
  readonly services: OutcomeServices;
  readonly findings: readonly FollowUpFinding[];
  /** Called after an outcome was entered or deleted. */
  onChanged(): void;
  onClose(): void;
}

/** Outcomes of the findings of a study: enters new ones, deletes wrong ones with a reason. */
export function OutcomeDialog(props: OutcomeDialogProps): ReactNode {
  const { findings, onClose } = props;
  const [findingId, choose] = useState(findings[0]?.id ?? null);
  return (
    <Dialog title={texts.title} open width={720} onClose={onClose}>
      <div className={styles.form} data-testid="outcome-dialog">
        {findingId === null ? (
          <EmptyState icon="list" text={texts.noFindings} />
        ) : (
          <>
            <Dropdown
              label={texts.finding}
              nonNullable
              value={findingId}
              options={findings.map(({ id, scanLabel, label, biradsScore }) => ({
                id,
                label: texts.findingOption(
                  scanLabel,
                  label,
                  categoryCodeOf(biradsScore) ?? texts.noCategory,
                ),
              }))}
              onChange={choose}
            />
            <Outcomes key={findingId} {...props} findingId={findingId} />
          </>
        )}
        <DialogActions>
          <Button onPress={onClose}>{texts.close}</Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

type OutcomesProps = Omit<OutcomeDialogProps, 'findings'> & { readonly findingId: string };

function Outcomes({ services, findingId, onChanged }: OutcomesProps): ReactNode {
  const { api, session } = services;
  const { value, problem, refresh } = useLoaded(outcomesKey(session, findingId), (signal) =>
    api.call(routes.listOutcomes, { params: { id: findingId }, signal }),
  );
  const changed = (): void => {
    refresh();
    onChanged();
  };
  return (
    <>
      <h3 className={styles.label}>{texts.entered}</h3>
      {problem === null ? null : <ErrorCard problem={problem} onRetry={refresh} />}
      {value === null ? (
        problem === null ? (
          <Spinner label={texts.loading} />
        ) : null
      ) : value.items.length === 0 ? (
        <p className={styles.quiet}>{texts.none}</p>
      ) : (
        <ul className={styles.outcomes}>
          {value.items.map((outcome) => (
            <OutcomeRow
              key={outcome.id}
              services={services}
              outcome={outcome}
              onChanged={changed}
            />
          ))}
        </ul>
      )}
      {session.mayCall(routes.addOutcome) ? (
        <OutcomeForm
          services={services}
          findingId={findingId}
          onSaved={changed}
          onConflict={changed}
        />
      ) : (
        <p className={styles.quiet}>{texts.notYourRole}</p>
      )}
    </>
  );
}

interface OutcomeRowProps {
  readonly services: OutcomeServices;
  readonly outcome: FindingOutcome;
  onChanged(): void;
}

/** An outcome; a deleted one stays with its reason. */
function OutcomeRow({ services, outcome, onChanged }: OutcomeRowProps): ReactNode {
  const { api, session, notices } = services;
  const [asksReason, askReason] = useState(false);
  const { kind, result, day, histology, author, createdAt, deletionReason } = outcome;
  const line = texts.line(outcomeKind.labels[kind], outcomeResult.labels[result], formatDay(day));
  const mayDelete = deletionReason === null && session.mayCall(routes.deleteOutcome);
  const remove = async (reason: string): Promise<Result<unknown, Problem>> => {
    const params = { id: outcome.id };
    const sent = await api.call(routes.deleteOutcome, { params, body: { reason } });
    if (sent.ok) return sent;
    // Another user has deleted the outcome, whose reason is not shown yet.
    if (sent.problem.status === 409) onChanged();
    return fail(withOwnNextStep(sent.problem));
  };
  return (
    <li data-testid="outcome" data-deleted={deletionReason !== null}>
      <div className={styles.line}>
        <span className={classNames(styles.grow, deletionReason !== null && styles.deleted)}>
          {line}
        </span>
        {mayDelete && !asksReason ? (
          <Button size={24} ariaLabel={texts.removeLine(line)} onPress={() => askReason(true)}>
            {texts.remove}
          </Button>
        ) : null}
      </div>
      {histology === null ? null : <p className={styles.text}>{histology}</p>}
      <p className={styles.quiet}>
        {texts.by(author ?? unknownUser, stampOf(createdAt))}
        {deletionReason === null ? null : <span>{texts.deleted(deletionReason)}</span>}
      </p>
      {asksReason ? (
        <ReasonForm
          label={texts.reason}
          confirm={texts.confirmRemove}
          cancel={texts.cancel}
          send={remove}
          onSent={() => {
            notices.show('success', texts.isDeleted);
            askReason(false);
            onChanged();
          }}
          onCancel={() => askReason(false)}
        />
      ) : null}
    </li>
  );
}
