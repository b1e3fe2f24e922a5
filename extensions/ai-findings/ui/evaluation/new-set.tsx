import { type ReactNode, useState } from 'react';
import { EVALUATION_ORIGINS, type EvaluationOrigin, type EvaluationSet, routes } from '#contracts';
import type { Problem } from '#foundation';
import { Button, Card, Checkbox, DateInput, ErrorCard, RadioChips, TextField } from '#ui';
import { evaluationTexts } from '../../texts/evaluation-texts.ts';
import styles from './evaluation.module.css';
import type { EvaluationServices } from './evaluation-services.ts';
import { useSets } from './new-evaluation.tsx';

const texts = evaluationTexts.newSet;

const MAX_NAME_LENGTH = 100;

interface SetFields {
  readonly name: string;
  readonly origin: EvaluationOrigin | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly onlySigned: boolean;
  readonly hasFindings: boolean;
  readonly sealed: boolean;
}
const EMPTY: SetFields = {
  name: '',
  origin: null,
  from: null,
  to: null,
  onlySigned: false,
  hasFindings: true,
  sealed: false,
};

/** Why the entered days are no dates; null if they are dates or empty. */
type DateErrors = Readonly<Record<'from' | 'to', string | null>>;

const isReversed = ({ from, to }: Pick<SetFields, 'from' | 'to'>): boolean =>
  from !== null && to !== null && from > to;

interface NewSetProps {
  readonly services: EvaluationServices;
  onCreated(set: EvaluationSet): void;
}

/** Form of a new evaluation set. */
export function NewSet({ services, onCreated }: NewSetProps): ReactNode {
  const [fields, setFields] = useState(EMPTY);
  const [dateErrors, setDateErrors] = useState<DateErrors>({ from: null, to: null });
  const { submit, busy, failure, isChecked } = useCreate(services, fields, dateErrors, (set) => {
    setFields(EMPTY);
    onCreated(set);
  });
  const change = (changed: Partial<SetFields>): void => setFields({ ...fields, ...changed });
  return (
    <Card>
      <form
        className={styles.form}
        aria-labelledby="new-set"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h2 id="new-set">{texts.title}</h2>
        <TextField
          label={texts.name}
          value={fields.name}
          error={isChecked && fields.name.trim() === '' ? texts.nameMissing : null}
          onChange={(name) => change({ name: name.slice(0, MAX_NAME_LENGTH) })}
        />
        <RadioChips
          label={texts.origin}
          value={fields.origin}
          error={isChecked && fields.origin === null ? texts.originMissing : null}
          options={EVALUATION_ORIGINS.map((id) => ({ id, label: evaluationTexts.origins[id] }))}
          onChange={(origin) => change({ origin })}
        />
        <div className={styles.pair}>
          <DateInput
            label={texts.from}
            value={fields.from}
            onChange={(from) => change({ from })}
            onErrorChange={(reason) => setDateErrors({ ...dateErrors, from: reason })}
          />
          <DateInput
            label={texts.to}
            value={fields.to}
            error={isReversed(fields) ? texts.reversed : null}
            onChange={(to) => change({ to })}
            onErrorChange={(reason) => setDateErrors({ ...dateErrors, to: reason })}
          />
        </div>
        <Checkbox
          label={texts.onlySigned}
          checked={fields.onlySigned}
          onChange={(onlySigned) => change({ onlySigned })}
        />
        <Checkbox
          label={texts.hasFindings}
          checked={fields.hasFindings}
          onChange={(hasFindings) => change({ hasFindings })}
        />
        <Checkbox
          label={texts.sealed}
          checked={fields.sealed}
          onChange={(sealed) => change({ sealed })}
        />
        <p className={styles.quiet}>{texts.help}</p>
        {failure === null ? null : <ErrorCard problem={failure} />}
        <div className={styles.actions}>
          <Button type="submit" busy={busy}>
            {texts.create}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Returns the action that checks the fields and creates the set. */
function useCreate(
  services: EvaluationServices,
  { name, origin, from, to, ...flags }: SetFields,
  dateErrors: DateErrors,
  onCreated: (set: EvaluationSet) => void,
) {
  const [busy, setBusy] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const [failure, setFailure] = useState<Problem | null>(null);
  const sets = useSets(services);
  const submit = async (): Promise<void> => {
    setChecked(true);
    // An incomplete date would otherwise count as none.
    const hasBadDate = dateErrors.from !== null || dateErrors.to !== null;
    if (name.trim() === '' || origin === null || hasBadDate || isReversed({ from, to })) return;
    const { sealed, ...filter } = flags;
    const days = { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) };
    setBusy(true);
    const created = await services.api.call(routes.createEvaluationSet, {
      body: { name, origin, sealed, filter: { ...filter, ...days } },
    });
    setBusy(false);
    setFailure(created.ok ? null : created.problem);
    if (!created.ok) return;
    setChecked(false);
    sets.refresh();
    services.notices.show('success', texts.created(created.value.name, created.value.scanCount));
    onCreated(created.value);
  };
  return { submit, busy, isChecked, failure };
}
