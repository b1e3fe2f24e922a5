import { type ReactNode, useState } from 'react';
import { patientPosition, type Scan, type ScanCorrectionFields, type ScanSide } from '#contracts';
import type { Result } from '#foundation';
import { Dropdown, type Option, RadioChips, TextField } from '#ui';
import { useFieldErrors } from '../forms/use-field-errors.ts';
import type { FieldErrors } from '../patients/shared/field-errors.ts';
import { scanChangeTexts } from '../texts/scan-change-texts.ts';
import { ChangeForm } from './change-form.tsx';
import { ScanCorrections } from './scan-corrections.tsx';
import type { NamedScan } from './scan-details.tsx';
import styles from './scans.module.css';
import { useScanChanges } from './use-scan-changes.ts';
import { useTargetStudies } from './use-target-studies.ts';

const texts = scanChangeTexts.correction;

/** In reading order: the patient's right side first. */
const SIDES = (['R', 'L'] as const).map((id) => ({ id, label: scanChangeTexts.side[id] }));
const POSITIONS = patientPosition.codes.map((id) => ({ id, label: patientPosition.labels[id] }));

/** Form that corrects side, position and study of a scan, with a reason. */
export function CorrectScanDialog(
  props: NamedScan & { onClose(): void; onCorrected?(scan: Scan): void },
): ReactNode {
  const { scan, onClose } = props;
  const changes = useScanChanges();
  const errors = useFieldErrors();
  const [openedScan] = useState(scan);
  // Null until chosen: the form shows and sends a correction by another user otherwise.
  const [laterality, setLaterality] = useState<ScanSide | null>(null);
  const [position, setPosition] = useState<Scan['patientPosition'] | null>(null);
  const [study, setStudy] = useState<Option<string> | null>(null);
  const chosen = changedFields(scan, laterality, position, study?.id ?? null);
  const send = async (reason: string): Promise<Result<Scan, FieldErrors>> => {
    const corrected = await changes.correct(scan, { reason, ...chosen });
    if (corrected.ok) props.onCorrected?.(corrected.value);
    return corrected;
  };
  return (
    <ChangeForm
      scan={scan}
      patient={props.patient}
      title={texts.title}
      confirm={{ label: texts.confirm(scan.label), kind: 'primary' }}
      errors={errors}
      isReady={Object.keys(chosen).length > 0}
      onClose={onClose}
      send={send}
    >
      {isCorrectedSince(openedScan, scan) ? (
        <p className={styles.meanwhile} role="status">
          {texts.meanwhile}
        </p>
      ) : null}
      <ScanCorrections
        scan={scan}
        onUndone={(undone) => {
          onClose();
          props.onCorrected?.(undone);
        }}
      />
      <RadioChips
        label={texts.side}
        options={SIDES}
        value={laterality ?? scan.laterality.id}
        error={errors.of.laterality ?? null}
        onChange={(side) => {
          setLaterality(side);
          errors.clear('laterality');
        }}
      />
      {chosen.laterality !== undefined && scan.scanState === 'C' ? <p>{texts.sideText}</p> : null}
      <RadioChips
        label={texts.position}
        options={POSITIONS}
        value={position ?? scan.patientPosition}
        error={errors.of.patientPosition ?? null}
        onChange={(next) => {
          setPosition(next);
          errors.clear('patientPosition');
        }}
      />
      <StudyChoice
        scan={scan}
        chosen={study}
        error={errors.of.studyId ?? null}
        onChange={(next) => {
          setStudy(next);
          errors.clear('studyId');
        }}
      />
      {chosen.studyId === undefined ? null : <p>{texts.moveText}</p>}
    </ChangeForm>
  );
}

/** Returns the chosen values that differ from those of the scan. */
function changedFields(
  scan: Scan,
  laterality: ScanSide | null,
  patientPosition: Scan['patientPosition'] | null,
  studyId: string | null,
): Omit<ScanCorrectionFields, 'reason'> {
  return {
    ...(laterality === null || laterality === scan.laterality.id ? {} : { laterality }),
    ...(patientPosition === null || patientPosition === scan.patientPosition
      ? {}
      : { patientPosition }),
    ...(studyId === null || studyId === scan.studyId ? {} : { studyId }),
  };
}

/** Returns whether a correction has changed the scan since the form was opened. */
function isCorrectedSince(openedScan: Scan, scan: Scan): boolean {
  return (
    openedScan.laterality.id !== scan.laterality.id ||
    openedScan.patientPosition !== scan.patientPosition ||
    openedScan.studyId !== scan.studyId
  );
}

function StudyChoice(props: {
  readonly scan: Scan;
  /** Null for the study of the scan. */
  readonly chosen: Option<string> | null;
  readonly error: string | null;
  onChange(study: Option<string>): void;
}): ReactNode {
  const { scan, chosen } = props;
  const [search, setSearch] = useState('');
  const studies = useTargetStudies(scan, search);
  // A search that no longer finds the chosen study must not hide where the scan goes.
  const isListed = chosen === null || studies.options.some(({ id }) => id === chosen.id);
  const options = isListed ? studies.options : [...studies.options, chosen];
  return (
    <>
      <Dropdown
        label={texts.study}
        options={options}
        value={chosen?.id ?? scan.studyId}
        nonNullable
        error={props.error}
        onChange={(studyId) => {
          const study = options.find(({ id }) => id === studyId);
          if (study !== undefined) props.onChange(study);
        }}
      />
      <TextField
        label={texts.search}
        help={studies.found === null ? texts.searchHelp : texts.found(studies.found)}
        error={studies.problem?.title ?? null}
        value={search}
        onChange={setSearch}
      />
    </>
  );
}
