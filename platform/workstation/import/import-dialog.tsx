import { type FormEvent, type ReactNode, useState } from 'react';
import type { FileAxis, Patient, Scan, ScanSide } from '#contracts';
import { formatDay } from '#foundation';
import {
  Button,
  Dialog,
  DialogActions,
  Dropdown,
  ErrorCard,
  FieldError,
  ProgressBar,
  RadioChips,
} from '#ui';
import { patientName } from '../patients/shared/patient-name.ts';
import { SIDES } from '../patients/shared/sides.ts';
import { importTexts } from '../texts/import-texts.ts';
import { FilePick } from './file-pick.tsx';
import styles from './import-dialog.module.css';
import { AXES, axesProblem, fileKind, formatBytes } from './import-file.ts';
import { type ImportState, useImport } from './use-import.ts';

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
  const { state, send, cancel } = useImport(props.onImported);
  const busy = state.kind === 'sending' || state.kind === 'reading';
  return (
    <Dialog title={importTexts.title} open={props.open} dismissable={!busy} onClose={props.onClose}>
      <ImportForm {...props} state={state} send={send} cancel={cancel} />
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
  const [depthAxis, setDepthAxis] = useState<FileAxis>('+j');
  const [headAxis, setHeadAxis] = useState<FileAxis>('+k');
  const [missing, setMissing] = useState<MissingErrors>({});
  const isVolume = file !== null && fileKind(file.name) !== 'dicom';
  const axesError = isVolume ? axesProblem(depthAxis, headAxis) : null;
  const busy = state.kind === 'sending' || state.kind === 'reading';

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    setMissing(missingOf(file, side));
    if (file === null || side === null || axesError !== null) return;
    const target = { patientId: patient.id, studyId: props.studyId };
    void props.send({ ...target, file, laterality: side, depthAxis, headAxis });
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
      {isVolume ? (
        <AxisFields
          depthAxis={depthAxis}
          headAxis={headAxis}
          problem={axesError}
          disabled={busy}
          onDepth={setDepthAxis}
          onHead={setHeadAxis}
        />
      ) : null}
      <ImportProgress state={state} />
      <ImportActions busy={busy} onCancel={busy ? props.cancel : props.onClose} />
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
  onCancel,
}: {
  readonly busy: boolean;
  onCancel(): void;
}): ReactNode {
  return (
    <DialogActions>
      <Button onPress={onCancel}>{busy ? importTexts.cancelImport : importTexts.cancel}</Button>
      <Button kind="primary" type="submit" busy={busy}>
        {busy ? importTexts.importing : importTexts.submit}
      </Button>
    </DialogActions>
  );
}

function AxisFields(props: {
  readonly depthAxis: FileAxis;
  readonly headAxis: FileAxis;
  readonly problem: string | null;
  readonly disabled: boolean;
  onDepth(axis: FileAxis): void;
  onHead(axis: FileAxis): void;
}): ReactNode {
  return (
    <>
      <Dropdown
        nonNullable
        label={importTexts.depth}
        options={AXES}
        value={props.depthAxis}
        disabled={props.disabled}
        onChange={props.onDepth}
      />
      <Dropdown
        nonNullable
        label={importTexts.head}
        options={AXES}
        value={props.headAxis}
        disabled={props.disabled}
        onChange={props.onHead}
      />
      {props.problem === null ? (
        <p className={styles.note}>{importTexts.assumed}</p>
      ) : (
        <FieldError id="import-axes">{props.problem}</FieldError>
      )}
    </>
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
