import { type ReactNode, useId } from 'react';
import type { Patient, Scan } from '#contracts';
import { formatDay } from '#foundation';
import { Button, Dialog, DialogActions, ErrorCard, FieldError, ProgressBar, RadioChips } from '#ui';
import { patientName } from '../patients/shared/patient-name.ts';
import { SIDES } from '../patients/shared/sides.ts';
import { importTexts } from '../texts/import-texts.ts';
import { ExaminationDayFields } from './examination-day-fields.tsx';
import { FilePick } from './file-pick.tsx';
import styles from './import-dialog.module.css';
import { formatBytes } from './import-file.ts';
import { OrientationFields } from './orientation-fields.tsx';
import { type ImportState, isFileRejected, useImport } from './use-import.ts';
import { useImportForm } from './use-import-form.ts';

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
    <Dialog
      title={importTexts.title}
      open={props.open}
      width={720}
      dismissable={!busy}
      onClose={props.onClose}
    >
      <ImportForm {...props} {...request} />
    </Dialog>
  );
}

function ImportForm(props: ImportDialogProps & ReturnType<typeof useImport>): ReactNode {
  const { patient, state } = props;
  const form = useImportForm(props);
  const { busy, errors, orientation } = form;
  const formErrorId = useId();
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <p>
        {[patientName(patient), patient.code, patient.birthDate && formatDay(patient.birthDate)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <FilePick
        file={form.file}
        disabled={busy}
        error={errors.file ?? null}
        onPick={form.setFile}
      />
      <RadioChips
        label={importTexts.side}
        options={SIDES}
        value={form.side}
        disabled={busy}
        error={errors.laterality ?? null}
        onChange={form.setSide}
      />
      <ExaminationDayFields
        examination={form.examination}
        birthDate={patient.birthDate}
        disabled={busy}
        error={errors.examinedOn ?? null}
        onDay={form.setDay}
        onUnknown={form.setDayUnknown}
      />
      {isFileRejected(state) ? null : (
        <OrientationFields
          orientation={orientation}
          disabled={busy}
          onDepth={form.setDepth}
          onHead={form.setHead}
          onDecide={form.decide}
        />
      )}
      {orientation.rejection === null ? null : <ErrorCard problem={orientation.rejection} />}
      {errors[''] === undefined ? null : (
        <FieldError id={formErrorId} alert>
          {errors['']}
        </FieldError>
      )}
      <ImportProgress state={state} />
      <ImportActions
        busy={busy}
        disabled={orientation.header === 'reading'}
        onCancel={busy ? props.cancel : props.onClose}
      />
    </form>
  );
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
  if (state.kind === 'failed') {
    return state.problem.fields.length > 0 ? null : <ErrorCard problem={state.problem} />;
  }
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
