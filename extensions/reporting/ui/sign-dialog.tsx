import { type ReactNode, useState } from 'react';
import type { CallProblem } from '#core';
import { formatDay } from '#foundation';
import { type CheckHit, type ReportContext, sideOf } from '#report';
import {
  Button,
  Checkbox,
  categoryCode,
  Dialog,
  DialogActions,
  ErrorCard,
  TextField,
  useStore,
} from '#ui';
import type { ReportServices } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import styles from './report-panel.module.css';

const { sign: texts, sides } = reportPageTexts;
const SIDES = ['R', 'L'] as const;

interface SignDialogProps {
  readonly services: ReportServices;
  readonly context: ReportContext;
  /** Version that the reader saw when the dialog opened. */
  readonly reportId: string;
  readonly isAddendum: boolean;
  /** Warnings about an addendum, which the reader confirms here. */
  readonly warnings: readonly CheckHit[];
  onClose(): void;
}

/** Says patient and categories again, and asks for the password of the reader. */
export function SignDialog(props: SignDialogProps): ReactNode {
  const { services, context, reportId, isAddendum, warnings, onClose } = props;
  const [password, setPassword] = useState('');
  const [cause, setCause] = useState<CallProblem | null>(null);
  const [busy, setBusy] = useState(false);
  const [checked, setChecked] = useState(false);
  const isReady = password !== '' && (warnings.length === 0 || checked);
  const sign = async (): Promise<void> => {
    setBusy(true);
    setCause(null);
    const result = await services.report.sign(reportId, password);
    setBusy(false);
    if (result.ok) onClose();
    else setCause(result.problem);
  };
  return (
    <Dialog
      title={isAddendum ? texts.addendumTitle : texts.title}
      open
      dismissable={!busy}
      onClose={onClose}
    >
      <form
        className={styles.signForm}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void sign();
        }}
      >
        <SignedIdentity services={services} context={context} />
        <p className={styles.quiet}>{texts.meaning}</p>
        {warnings.length === 0 ? null : (
          <div className={styles.outdated}>
            {warnings.map(({ check, message }) => (
              <p key={check}>{message}</p>
            ))}
            <Checkbox label={texts.checked} checked={checked} onChange={setChecked} />
          </div>
        )}
        <TextField
          label={texts.password}
          type="password"
          autoComplete="current-password"
          value={password}
          autoFocus
          required
          disabled={busy}
          onChange={setPassword}
        />
        {cause === null ? null : <ErrorCard problem={cause} />}
        <DialogActions>
          <Button disabled={busy} onPress={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" kind="primary" disabled={!isReady} busy={busy}>
            {texts.sign}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function SignedIdentity({
  services,
  context,
}: Pick<SignDialogProps, 'services' | 'context'>): ReactNode {
  const patient = useStore(services.study.store, (state) => state.patient);
  const lists = useStore(services.lists, ({ shown }) => shown);
  const name = [patient?.lastName, patient?.firstName].filter((part) => part != null).join(', ');
  return (
    <div className={styles.identity} data-testid="signed-identity">
      <strong>{name === '' ? (patient?.code ?? '–') : name}</strong>
      <span>
        {[
          name === '' ? null : patient?.code,
          patient?.birthDate == null ? null : texts.born(formatDay(patient.birthDate)),
          texts.study(formatDay(context.studyDay)),
        ]
          .filter((part) => part != null)
          .join(' · ')}
      </span>
      {SIDES.map((side) => {
        const content = sideOf(context.content, side);
        return content === null ? null : (
          <strong key={side}>
            {texts.category(sides[side], categoryCode(lists, content.biradsScore))}
          </strong>
        );
      })}
    </div>
  );
}
