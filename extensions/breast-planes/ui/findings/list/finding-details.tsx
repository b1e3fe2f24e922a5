import type { ReactNode } from 'react';
import type { Finding, HardCodedList, MarkPlane } from '#contracts';
import type { ExtensionContext } from '#core';
import { isAnnotation } from '#findings';
import { formatFixed } from '#foundation';
import { useStore } from '#ui';
import { biradsMeaning, itemLabels } from '../../../model/findings/assessment.ts';
import { type SizeRow, sizeRows, spaceDistanceMm } from '../../../model/findings/finding-sizes.ts';
import { PLANE_TITLE } from '../../../model/planes/plane-text.ts';
import { findingsUiToken } from '../../../state/findings/findings-ui-state.ts';
import { scanLookupToken } from '../../../state/findings/scan-lookup.ts';
import { findingTexts } from '../../../texts/finding-texts.ts';
import { useScanGeometry } from '../../shared/use-scan-geometry.ts';
import { FindingDescriptors } from './finding-descriptors.tsx';
import { FindingEdits } from './finding-edits.tsx';
import { KeyImages } from './finding-images.tsx';
import styles from './finding-list.module.css';
import { FindingNotes } from './finding-notes.tsx';
import { UnsavedEntries } from './unsaved-entries.tsx';

/** Details of the opened finding: images, sizes with their planes, note, labels and edits. */
export function FindingDetails(props: {
  readonly context: ExtensionContext;
  readonly finding: Finding;
}): ReactNode {
  const { context, finding } = props;
  const { reference } = useScanGeometry(context, finding.scan.id);
  const rows = isAnnotation(finding) ? [] : sizeRows(finding);
  // Renders again after a signature, which makes findings read-only.
  useStore(context.use(findingsUiToken).store, (state) => state.signed);
  const describes =
    finding.generator.id === 'USER' &&
    !isAnnotation(finding) &&
    context.mayRun('breast-planes.describe') === true;
  const inSpaceMm = spaceDistanceMm(finding, reference?.nippleMm ?? null);
  return (
    <div className={styles.details} data-testid="finding-details">
      <UnsavedEntries context={context} finding={finding} />
      <KeyImages context={context} finding={finding} />
      <dl className={styles.sizes}>
        {rows.map(({ field, mm, plane, typed, drawnMm }) => (
          <div key={field} data-testid={`size-${field}`}>
            <dt>{findingTexts.sizes[field]}</dt>
            <dd>
              {mm === null ? findingTexts.sizes.none : findingTexts.sizes.mm(formatFixed(mm, 1))}
            </dd>
            <dd className={styles.quiet}>
              {typed ? sizeSource(finding) : measuredIn(plane, drawnMm)}
            </dd>
          </div>
        ))}
        {inSpaceMm === null ? null : (
          <div data-testid="space-distance">
            <dt>{findingTexts.inSpace}</dt>
            <dd>{findingTexts.sizes.mm(formatFixed(inSpaceMm, 1))}</dd>
            <dd className={styles.quiet}>{findingTexts.fromNipple}</dd>
          </div>
        )}
      </dl>
      {finding.note === null ? null : (
        <div>
          <p className={styles.caption}>{findingTexts.note}</p>
          <p className={styles.note} data-testid="finding-note">
            {finding.note}
          </p>
        </div>
      )}
      {describes ? (
        <FindingDescriptors context={context} finding={finding} />
      ) : (
        <>
          <Assessment context={context} finding={finding} />
          <Labels context={context} finding={finding} />
        </>
      )}
      <FindingNotes context={context} finding={finding} />
      <FindingEdits context={context} finding={finding} />
    </div>
  );
}

/** Names the source of a size that was not measured from marks. */
const sizeSource = ({ generator }: Finding): string =>
  generator.id === 'USER' ? findingTexts.sizes.typed : findingTexts.sizes.byModel;

/** Returns the plane of a measurement, with the drawn length if it differs from the size. */
function measuredIn(plane: SizeRow['plane'], drawnMm: SizeRow['drawnMm']): string {
  if (plane === null) return '';
  const title = plane === 'IMG' ? findingTexts.sizes.image : sliceTitle(plane);
  return drawnMm === null ? title : findingTexts.sizes.oblique(title, formatFixed(drawnMm, 1));
}

const sliceTitle = (plane: Exclude<MarkPlane, 'IMG'>): string =>
  plane === 'CEN' || plane === 'PER' ? plane : PLANE_TITLE[plane];

/** BI-RADS category with its meaning, mass flag and recommendations, as far as set. */
function Assessment(props: { readonly context: ExtensionContext; readonly finding: Finding }) {
  const { finding } = props;
  const lists = useStore(props.context.use(scanLookupToken).lists);
  const { birads, recommendations, massFlag, mass } = findingTexts.assessment;
  const rows = [
    [birads, biradsMeaning(lists, finding)],
    [massFlag, finding.isMass === null ? null : mass[finding.isMass ? 'yes' : 'no']],
    [recommendations, itemLabels(lists, 'RECOMMENDATION', finding.recommendations).join(', ')],
  ].filter(([, value]) => value !== null && value !== '');
  if (rows.length === 0) return null;
  return (
    <dl className={styles.assessment} data-testid="finding-assessment">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Labels(props: { readonly context: ExtensionContext; readonly finding: Finding }) {
  const lists = useStore(props.context.use(scanLookupToken).lists);
  const labels = labelTexts(lists, props.finding.annotationLabels);
  if (labels.length === 0) return null;
  return (
    <p className={styles.labels} data-testid="finding-labels">
      {labels.map((label) => (
        <span key={label} className={styles.label}>
          {label}
        </span>
      ))}
    </p>
  );
}

/** Returns the labels of the selected codes; an unknown code is shown by its id. */
export function labelTexts(
  lists: readonly HardCodedList[],
  labels: Finding['annotationLabels'],
): readonly string[] {
  return Object.entries(labels).flatMap(([listId, ids]) => itemLabels(lists, listId, ids));
}
