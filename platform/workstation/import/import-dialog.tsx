import { type FormEvent, type ReactNode, useState } from 'react';
import type { Patient, Scan, ScanSide } from '#contracts';
import { formatDay } from '#foundation';
import { Button, Dialog, DialogActions, ErrorCard, ProgressBar, RadioChips } from '#ui';
import { patientName } from '../patients/shared/patient-name.ts';
import { SIDES } from '../patients/shared/sides.ts';
import { importTexts } from '../texts/import-texts.ts';
import { FilePick } from './file-pick.tsx';
import styles from './import-dialog.module.css';
import { formatBytes } from './import-file.ts';
import { OrientationFields } from './orientation-fields.tsx';
import { type ImportState, isFileRejected, useImport } from './use-import.ts';
import { axesToSend, useOrientation } from './use-orientation.ts';

export interface ImportDialogProps {
  readonly open: boolean;
  readonly patient: Pick<Patient, 'id' | 'firstName' | 'lastName' | 'code' | 'birthDate'>;
  /** Study that receives the scan; null creates a new study. */
  readonly studyId: string | null;
  onClose(): void;
  onImported(scan: Scan): void;
}

/** Imports a volume or a DICOM ultrasound file as a scan of this patient. */
export function ImportDialog(props: ImportDialogProps): ReactNode {
  const request = useImport(props.onImported);
  const { state } = request;
  const busy = state.kind === 'sending' || state.kind === 'reading';
  return (
    <Dialog title={importTexts.title} open={props.open} dismissable={!busy} onClose={props.onClose}>
      <ImportForm {...props} {...request} />
    </Dialog>
  );
}

interface FormProps extends ImportDialogProps, ReturnType<typeof useImport> {}

/** Error texts of required inputs without a value. */
interface MissingErrors {
  readonly file?: string;
  readonly side?: string;
}

function ImportForm(props: FormProps): ReactNode {
  const { patient, state } = props;
  const [file, setFile] = useState<File | null>(null);
  const [side, setSide] = useState<ScanSide | null>(null);
  const [missing, setMissing] = useState<MissingErrors>({});
  const { orientation, ...axes } = useOrientation();
  const busy = state.kind === 'sending' || state.kind === 'reading';

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    setMissing(missingOf(file, side));
    const isOriented = axes.check();
    if (file === null || side === null || !isOriented) return;
    const target = { patientId: patient.id, studyId: props.studyId, file, laterality: side };
    const { overridesHeader } = orientation;
    void props.send({ ...target, axes: axesToSend(orientation), overridesHeader });
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>
        {[patientName(patient), patient.code, patient.birthDate && formatDay(patient.birthDate)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <FilePick
        file={file}
        disabled={busy}
        error={missing.file ?? null}
        onPick={(picked) => {
          setFile(picked);
          props.reset();
          void axes.read(picked);
          setMissing(missing.side === undefined ? {} : { side: missing.side });
        }}
      />
      <RadioChips
        label={importTexts.side}
        options={SIDES}
        value={side}
        disabled={busy}
        error={missing.side ?? null}
        onChange={(next) => {
          setSide(next);
          setMissing(missing.file === undefined ? {} : { file: missing.file });
        }}
      />
      {isFileRejected(state) ? null : (
        <OrientationFields
          orientation={orientation}
          disabled={busy}
          onDepth={axes.setDepth}
          onHead={axes.setHead}
          onDecide={axes.decide}
        />
      )}
      {orientation.rejection === null ? null : <ErrorCard problem={orientation.rejection} />}
      <ImportProgress state={state} />
      <ImportActions
        busy={busy}
        disabled={orientation.header === 'reading'}
        onCancel={busy ? props.cancel : props.onClose}
      />
    </form>
  );
}

function missingOf(file: File | null, side: ScanSide | null): MissingErrors {
  return {
    ...(file === null ? { file: importTexts.missing.file } : {}),
    ...(side === null ? { side: importTexts.missing.side } : {}),
  };
}

function ImportActions({
  busy,
  disabled,
  onCancel,
}: {
  readonly busy: boolean;
  readonly disabled: boolean;
  onCancel(): void;
}): ReactNode {
  return (
    <DialogActions>
      <Button onPress={onCancel}>{busy ? importTexts.cancelImport : importTexts.cancel}</Button>
      <Button kind="primary" type="submit" busy={busy} disabled={disabled}>
        {busy ? importTexts.importing : importTexts.submit}
      </Button>
    </DialogActions>
  );
}

function ImportProgress({ state }: { readonly state: ImportState }): ReactNode {
  if (state.kind === 'idle') return null;
  if (state.kind === 'failed') return <ErrorCard problem={state.problem} />;
  const text =
    state.kind === 'reading'
      ? importTexts.reading
      : importTexts.sent(formatBytes(state.sentBytes), formatBytes(state.totalBytes));
  return (
    <div className={styles.progress}>
      <p role="status" className={styles.note}>
        {text}
      </p>
      <div className={styles.bar}>
        <ProgressBar
          label={importTexts.submit}
          done={state.kind === 'sending' ? state.sentBytes : 0}
          total={state.kind === 'sending' ? state.totalBytes : 0}
        />
      </div>
    </div>
  );
}
