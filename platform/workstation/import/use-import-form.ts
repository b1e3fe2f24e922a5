import { type FormEvent, useState } from 'react';
import type { Patient, ScanSide } from '#contracts';
import { formErrorsOf } from '#core';
import type { FileAxis } from '#volume';
import { type ShownErrors, useFieldErrors } from '../forms/use-field-errors.ts';
import type { FieldErrors } from '../patients/shared/field-errors.ts';
import { importTexts } from '../texts/import-texts.ts';
import {
  dayError,
  dayToSend,
  type ExaminationDay,
  useExaminationDay,
} from './use-examination-day.ts';
import type { ImportState, useImport } from './use-import.ts';
import { axesToSend, type Orientation, useOrientation } from './use-orientation.ts';

interface ImportFormOptions extends Pick<ReturnType<typeof useImport>, 'send' | 'reset'> {
  readonly state: ImportState;
  readonly patient: Pick<Patient, 'id'>;
  /** Study that receives the scan; null creates a new study. */
  readonly studyId: string | null;
}

export interface ImportForm {
  readonly file: File | null;
  readonly side: ScanSide | null;
  readonly examination: ExaminationDay;
  /** Directions of depth and head, with the errors of the server. */
  readonly orientation: Orientation;
  /** Errors by field of the request; '' holds the error of the whole form. */
  readonly errors: FieldErrors;
  readonly busy: boolean;
  setFile(file: File): void;
  setSide(side: ScanSide): void;
  setDay(day: string | null): void;
  setDayUnknown(isUnknown: boolean): void;
  setDepth(axis: FileAxis): void;
  setHead(axis: FileAxis): void;
  /** Decides a contradiction to the header of the file. */
  decide(counts: 'header' | 'entered'): void;
  submit(event: FormEvent): void;
}

/** Entries of the import form, their check and their errors. */
export function useImportForm(options: ImportFormOptions): ImportForm {
  const { state, patient, studyId, send, reset } = options;
  const [file, setFile] = useState<File | null>(null);
  const [side, setSide] = useState<ScanSide | null>(null);
  const errors = useFieldErrors();
  const { orientation, ...axes } = useOrientation();
  const { examination, ...days } = useExaminationDay();
  const busy = state.kind === 'sending' || state.kind === 'reading';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    errors.show(missingOf(file, side, examination));
    const isOriented = axes.check();
    if (file === null || side === null || dayError(examination) !== null || !isOriented) return;
    const target = { patientId: patient.id, studyId, file, laterality: side };
    const { overridesHeader } = orientation;
    const examined = dayToSend(examination);
    const request = { ...target, examined, axes: axesToSend(orientation), overridesHeader };
    void send(request).then((problem) => {
      if (problem !== null) errors.show(formErrorsOf(problem, shownFields(orientation)));
    });
  };
  return {
    file,
    side,
    examination,
    orientation: withErrors(orientation, errors.of),
    errors: errors.of,
    busy,
    setFile(picked) {
      setFile(picked);
      reset();
      void axes.read(picked);
      void days.read(picked);
      for (const field of FILE_FIELDS) errors.clear(field);
    },
    setSide: clearing(errors, 'laterality', setSide),
    setDay: clearing(errors, 'examinedOn', days.setDay),
    setDayUnknown: clearing(errors, 'examinedOn', days.setUnknown),
    setDepth: clearing(errors, 'depthAxis', axes.setDepth),
    setHead: clearing(errors, 'headAxis', axes.setHead),
    decide: clearing(errors, 'overridesHeader', axes.decide),
    submit,
  };
}

/** Returns a setter that also removes the error of its field. */
function clearing<T>(errors: ShownErrors, field: string, set: (value: T) => void) {
  return (value: T): void => {
    set(value);
    errors.clear(field);
  };
}

/** Fields whose values belong to the chosen file. */
const FILE_FIELDS = ['file', 'examinedOn', 'depthAxis', 'headAxis', 'overridesHeader'] as const;

/** Returns the fields of the request whose inputs the form shows. */
function shownFields({ header, contradicted }: Orientation): readonly string[] {
  return [
    'file',
    'laterality',
    'examinedOn',
    ...(header === null || header === 'reading' ? [] : ['depthAxis', 'headAxis']),
    ...(contradicted === null ? [] : ['overridesHeader']),
  ];
}

/** Adds the errors of the server to those of the entries. */
function withErrors(orientation: Orientation, errors: FieldErrors): Orientation {
  const { depthAxis: depth, headAxis: head, overridesHeader: whichCount } = errors;
  const ofServer = {
    ...(depth === undefined ? {} : { depth }),
    ...(head === undefined ? {} : { head }),
    ...(whichCount === undefined ? {} : { whichCount }),
  };
  return { ...orientation, errors: { ...ofServer, ...orientation.errors } };
}

function missingOf(
  file: File | null,
  side: ScanSide | null,
  examination: ExaminationDay,
): FieldErrors {
  const day = dayError(examination);
  return {
    ...(file === null ? { file: importTexts.missing.file } : {}),
    ...(side === null ? { laterality: importTexts.missing.side } : {}),
    ...(day === null ? {} : { examinedOn: day }),
  };
}
