import type { ReactNode } from 'react';
import { Dropdown, FieldError, RadioChips } from '#ui';
import { type FileAxes, type FileAxis, isScannerSpace } from '#volume';
import { importTexts } from '../texts/import-texts.ts';
import styles from './import-dialog.module.css';
import { AXES, AXIS_LABELS } from './import-file.ts';
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
      <Dropdown
        nonNullable
        label={importTexts.depth}
        options={AXES}
        value={depthAxis}
        error={errors.depth ?? null}
        disabled={disabled}
        onChange={props.onDepth}
      />
      <Dropdown
        nonNullable
        label={importTexts.head}
        options={AXES}
        value={headAxis}
        error={errors.head ?? null}
        disabled={disabled}
        onChange={props.onHead}
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
