import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { type Patient, routes, type Scan, type ScanSide } from '#contracts';
import { newId } from '#foundation';
import { Button, Dialog, DialogActions, FieldError, type Option, RadioChips } from '#ui';
import { useApplication } from '../start/application-context.ts';
import { fieldErrorsOf } from './field-errors.ts';
import styles from './new-patient.module.css';
import { dayOf, patientName } from './patient-words.ts';
import { SIDES } from './sides.ts';
import type { StudyWithScans } from './use-patient-studies.ts';

export interface StartScanDialogProps {
  readonly open: boolean;
  readonly patient: Patient;
  readonly newest: StudyWithScans | null;
  onClose(): void;
  onMade(scan: Scan): void;
}

/** Asks for the side, never guesses it, and makes the scan that the scanner then fills. */
export function StartScanDialog(props: StartScanDialogProps): ReactNode {
  return (
    <Dialog title="Start scan" open={props.open} onClose={props.onClose}>
      <StartScanForm {...props} />
    </Dialog>
  );
}

type Place = 'today' | 'new';
const PLACES: readonly Option<Place>[] = [
  { id: 'today', label: 'Today’s study' },
  { id: 'new', label: 'New study' },
];

function StartScanForm({ patient, newest, onClose, onMade }: StartScanDialogProps): ReactNode {
  const { api } = useApplication().services;
  const today = newest !== null && dayOf(newest.study.createdAt) === dayOf(Date.now());
  const [side, setSide] = useState<ScanSide | null>(null);
  const [place, setPlace] = useState<Place>(today ? 'today' : 'new');
  // The same ids at a second try: what the first one made is found again, not made twice.
  const [ids] = useState(() => ({ study: newId(), scan: newId() }));
  const [error, setError] = useState<string | null>(null);
  const [sideError, setSideError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const errorId = useId();

  const make = async (chosen: ScanSide): Promise<void> => {
    const studyId = place === 'today' && newest !== null ? newest.study.id : ids.study;
    if (studyId === ids.study) {
      const study = await api.call(routes.createStudy, {
        body: { id: studyId, patientId: patient.id, accessionNumber: null },
        idempotencyKey: ids.study,
      });
      if (!study.ok) return setError(fieldErrorsOf(study.problem, {})[''] ?? study.problem.title);
    }
    const scan = await api.call(routes.createScan, {
      body: { id: ids.scan, studyId, laterality: chosen },
    });
    if (scan.ok) onMade(scan.value);
    else setError(fieldErrorsOf(scan.problem, {})[''] ?? scan.problem.title);
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (side === null) return setSideError('Choose the side to scan');
    setBusy(true);
    setError(null);
    await make(side);
    setBusy(false);
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p>{[patientName(patient), patient.code, patient.birthDate].filter(Boolean).join(' · ')}</p>
      <RadioChips
        label="Side"
        options={SIDES}
        value={side}
        error={sideError}
        onChange={(chosen) => {
          setSide(chosen);
          setSideError(null);
        }}
      />
      {today ? (
        <RadioChips
          label="Study"
          options={PLACES}
          value={place}
          onChange={(chosen) => setPlace(chosen)}
        />
      ) : null}
      {error === null ? null : <FieldError id={errorId}>{error}</FieldError>}
      <DialogActions>
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" busy={busy}>
          {busy ? 'Preparing…' : 'Go to the scanner'}
        </Button>
      </DialogActions>
    </form>
  );
}
