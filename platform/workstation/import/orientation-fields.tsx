import type { ReactNode } from 'react';
import { FieldError, RadioChips, Spinner } from '#ui';
import { type FileAxes, type FileAxis, isScannerSpace } from '#volume';
import { AXIS_LABELS, AxisLists } from '../orientation/axis-lists.tsx';
import { SlicePicker } from '../orientation/slice-picker.tsx';
import { importTexts } from '../texts/import-texts.ts';
import { orientationTexts } from '../texts/orientation-texts.ts';
import styles from './import-dialog.module.css';
import type { Orientation } from './use-orientation.ts';

export interface OrientationFieldsProps {
  readonly orientation: Orientation;
  readonly disabled: boolean;
  onDepth(axis: FileAxis): void;
  onHead(axis: FileAxis): void;
  onDecide(counts: 'header' | 'entered'): void;
}

/** Directions of depth and head, filled from the header of the file. */
export function OrientationFields(props: OrientationFieldsProps): ReactNode {
  const { orientation, disabled } = props;
  const { header, depthAxis, headAxis, contradicted, errors } = orientation;
  if (header === null || header === 'reading') return null;
  return (
    <>
      <Slices {...props} />
      <AxisLists
        depthAxis={depthAxis}
        headAxis={headAxis}
        errors={errors}
        disabled={disabled}
        onDepth={props.onDepth}
        onHead={props.onHead}
      />
      {errors.axes === undefined ? null : <FieldError id="import-axes">{errors.axes}</FieldError>}
      {contradicted === null ? (
        <p className={styles.note}>{originText(orientation)}</p>
      ) : (
        <Contradiction {...props} header={contradicted} />
      )}
      {header.statesOrigin ? null : <p className={styles.note}>{importTexts.noOrigin}</p>}
      <p className={styles.note}>{importTexts.assumed}</p>
    </>
  );
}

/** The middle slices of the file, once read; nothing for a file that the browser can't read. */
function Slices({ orientation, disabled, onDepth, onHead }: OrientationFieldsProps): ReactNode {
  const { slices, depthAxis, headAxis } = orientation;
  if (slices === null) return null;
  return slices === 'reading' ? (
    <div className={styles.slices}>
      <Spinner label={orientationTexts.reading} />
    </div>
  ) : (
    <SlicePicker
      slices={slices}
      depthAxis={depthAxis}
      headAxis={headAxis}
      disabled={disabled}
      onDepth={onDepth}
      onHead={onHead}
    />
  );
}

/** Says where the directions come from. */
function originText({ header }: Orientation): string {
  if (header === null || header === 'reading') return importTexts.notStated;
  if (header.conflict !== null) {
    const { matrix, named } = header.conflict;
    return importTexts.contradictsItself(axesText(matrix), axesText(named));
  }
  if (header.openSpace !== null) {
    const { scannerSpace, otherSpace } = importTexts;
    return (isScannerSpace(header.openSpace) ? scannerSpace : otherSpace)(header.openSpace);
  }
  if (header.axes === null) return importTexts.notStated;
  return header.isOblique ? importTexts.oblique : importTexts.fromHeader;
}

const axesText = ({ depthAxis, headAxis }: FileAxes): string =>
  importTexts.axesOf(AXIS_LABELS[depthAxis], AXIS_LABELS[headAxis]);

/** Shows the directions of the header beside the entered ones and asks which count. */
function Contradiction(props: OrientationFieldsProps & { readonly header: FileAxes }): ReactNode {
  const { header, orientation, disabled } = props;
  const { depthAxis, headAxis, overridesHeader, errors } = orientation;
  if (depthAxis === null || headAxis === null || errors.axes !== undefined) return null;
  return (
    <section
      className={styles.contradiction}
      aria-label={importTexts.contradiction}
      data-testid="import-contradiction"
    >
      <strong role="status">{importTexts.contradiction}</strong>
      <p>{importTexts.headerStates(AXIS_LABELS[header.depthAxis], AXIS_LABELS[header.headAxis])}</p>
      <p>{importTexts.youEntered(AXIS_LABELS[depthAxis], AXIS_LABELS[headAxis])}</p>
      <RadioChips
        label={importTexts.whichCount}
        options={[
          { id: 'header', label: importTexts.headerCounts },
          { id: 'entered', label: importTexts.enteredCount },
        ]}
        value={overridesHeader ? 'entered' : null}
        disabled={disabled}
        error={errors.whichCount ?? null}
        onChange={props.onDecide}
      />
    </section>
  );
}
