import { type ReactNode, useRef, useState } from 'react';
import {
  MAX_HISTOLOGY_LENGTH,
  type OutcomeKind,
  type OutcomeResult,
  outcomeKind,
  outcomeResult,
  RESULTS_OF_KIND,
  routes,
} from '#contracts';
import type { CallProblem } from '#core';
import { dayOf, newId } from '#foundation';
import { Button, DatePicker, ErrorCard, RadioChips, TextArea } from '#ui';
import { followUpTexts } from '../../texts/follow-up-texts.ts';
import styles from './follow-up.module.css';
import { type OutcomeServices, withOwnNextStep } from './follow-up-services.ts';

const { outcome: texts } = followUpTexts;

/** Fields that show their errors. */
const FIELDS_WITH_ERRORS = ['result', 'day', 'histology'];

interface OutcomeFormProps {
  readonly services: OutcomeServices;
  readonly findingId: string;
  onSaved(): void;
  /** Called when stored outcomes differ from the entries, such as those of an earlier attempt. */
  onConflict(): void;
}

/** Entries of a new outcome, which stay until the server has stored them. */
function useOutcomeForm({ services, findingId, onSaved, onConflict }: OutcomeFormProps) {
  const { api, notices } = services;
  // The same id for every attempt, so that a lost response stores nothing twice.
  const id = useRef(newId());
  const [kind, setKind] = useState<OutcomeKind>('BIOPSY');
  const [result, setResult] = useState<OutcomeResult | null>(null);
  const [day, setDay] = useState<string | null>(null);
  const [histology, setHistology] = useState('');
  const [problem, setProblem] = useState<CallProblem | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    if (result === null || day === null) return;
    setBusy(true);
    const text = kind === 'FOLLOW_UP' ? null : histology;
    const saved = await api.call(routes.addOutcome, {
      params: { id: findingId },
      body: { id: id.current, kind, result, day, histology: text },
    });
    setBusy(false);
    setProblem(saved.ok ? null : withOwnNextStep(saved.problem));
    const isConflict = !saved.ok && saved.problem.status === 409;
    // The next attempt is another outcome than the one that has this id.
    if (saved.ok || isConflict) id.current = newId();
    if (isConflict) onConflict();
    if (!saved.ok) return;
    setResult(null);
    setDay(null);
    setHistology('');
    notices.show('success', texts.saved);
    onSaved();
  };
  const chooseKind = (next: OutcomeKind): void => {
    setKind(next);
    if (result !== null && !RESULTS_OF_KIND[next].includes(result)) setResult(null);
  };
  return {
    ...{ kind, chooseKind, result, setResult, day, setDay, histology, setHistology },
    ...{ problem, busy, save },
    isReady: result !== null && day !== null && histology.length <= MAX_HISTOLOGY_LENGTH,
    // An error of a field that the form lacks is shown as a whole.
    isShownAtFields:
      problem !== null &&
      problem.fields.length > 0 &&
      problem.fields.every(({ field }) => FIELDS_WITH_ERRORS.includes(field)),
    errorOf: (field: string): string | null =>
      problem?.fields.find((error) => error.field === field)?.message ?? null,
  };
}

/** Enters an outcome of a finding. */
export function OutcomeForm(props: OutcomeFormProps): ReactNode {
  const form = useOutcomeForm(props);
  const { kind, busy, problem, errorOf } = form;
  return (
    <section className={styles.entry} aria-label={texts.add}>
      <div className={styles.pair}>
        <RadioChips
          label={texts.kind}
          options={outcomeKind.codes.map((code) => ({ id: code, label: outcomeKind.labels[code] }))}
          value={kind}
          disabled={busy}
          onChange={form.chooseKind}
        />
        <RadioChips
          label={texts.result}
          required
          options={RESULTS_OF_KIND[kind].map((code) => ({
            id: code,
            label: outcomeResult.labels[code],
          }))}
          value={form.result}
          error={errorOf('result')}
          disabled={busy}
          onChange={form.setResult}
        />
      </div>
      <DatePicker
        label={texts.day}
        required
        value={form.day}
        latest={dayOf(Date.now())}
        error={errorOf('day')}
        disabled={busy}
        onChange={form.setDay}
      />
      {kind === 'FOLLOW_UP' ? null : (
        <TextArea
          label={texts.histology}
          rows={2}
          maxLength={MAX_HISTOLOGY_LENGTH}
          value={form.histology}
          error={errorOf('histology')}
          disabled={busy}
          onChange={form.setHistology}
        />
      )}
      {problem === null || form.isShownAtFields ? null : <ErrorCard problem={problem} />}
      <div className={styles.line}>
        <Button
          kind="primary"
          disabled={!form.isReady}
          busy={busy}
          onPress={() => void form.save()}
        >
          {texts.add}
        </Button>
      </div>
    </section>
  );
}
