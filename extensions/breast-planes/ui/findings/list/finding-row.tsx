import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { type Finding, GENERATOR_LETTERS } from '#contracts';
import { type ExtensionContext, noticesToken, studyToken } from '#core';
import { isAnnotation } from '#findings';
import { formatFixed } from '#foundation';
import { Checkbox, classNames, Tag, useStore } from '#ui';
import { goToFinding } from '../../../commands/findings/walk-findings.ts';
import { servicesOf } from '../../../commands/services.ts';
import { annotationWords } from '../../../model/findings/annotation-words.ts';
import { biradsMeaning } from '../../../model/findings/assessment.ts';
import { category, volumeMl } from '../../../model/findings/finding-sizes.ts';
import { formatFinding } from '../../../model/findings/format-finding.ts';
import { findingsUiToken } from '../../../state/findings/findings-ui-state.ts';
import { scanLookupToken } from '../../../state/findings/scan-lookup.ts';
import { findingTexts } from '../../../texts/finding-texts.ts';
import { useScanGeometry } from '../../shared/use-scan-geometry.ts';
import { FindingActions } from './finding-actions.tsx';
import { FindingDetails } from './finding-details.tsx';
import { Thumbnail } from './finding-images.tsx';
import styles from './finding-list.module.css';

export interface FindingRowProps {
  readonly context: ExtensionContext;
  readonly finding: Finding;
  /** Receives the height in px of the open row, which is not known in advance. */
  onHeight(px: number): void;
}

/** Length of 'R 10:00 · 132 mm FN · depth 45 mm', the longest location that fits. */
const LONG_LOCATION_LENGTH = 33;

/**
 * Row of a finding: thumbnail, number, location, sizes, category, source; the selected finding
 * opens in place.
 */
export function FindingRow({ context, finding, onHeight }: FindingRowProps): ReactNode {
  const row = useRef<HTMLDivElement>(null);
  const findingsUi = context.use(findingsUiToken);
  const selected = useStore(
    context.use(studyToken).store,
    (state) => state.selectedFindingId === finding.id,
  );
  const checked = useStore(findingsUi.store, (state) => state.checkedIds.includes(finding.id));
  useHeight(row, selected, onHeight);
  const press = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey) findingsUi.setChecked(finding.id, !checked);
    else if (event.shiftKey) checkUpTo(context, finding);
    else goToFinding(servicesOf(context), finding.id);
  };
  return (
    <div
      ref={row}
      className={classNames(styles.row, selected && styles.selected, checked && styles.checked)}
      data-testid={`finding-${finding.label}`}
      data-finding-id={finding.id}
    >
      <div className={styles.line}>
        <button
          type="button"
          className={styles.open}
          aria-current={selected}
          data-row=""
          onClick={press}
        >
          <Thumbnail context={context} finding={finding} />
          {isAnnotation(finding) ? (
            <AnnotationText context={context} finding={finding} />
          ) : (
            <RowText context={context} finding={finding} />
          )}
        </button>
        <span className={styles.checkbox} data-selected={checked}>
          {finding.generator.id === 'USER' ? (
            <Checkbox
              label={findingTexts.open.check(finding.label)}
              labelHidden
              checked={checked}
              onChange={(on) => findingsUi.setChecked(finding.id, on)}
            />
          ) : null}
        </span>
      </div>
      {selected ? (
        <>
          <FindingDetails context={context} finding={finding} />
          <FindingActions
            context={context}
            finding={finding}
            onProblem={(cause) => context.use(noticesToken).showProblem(cause)}
          />
        </>
      ) : null}
    </div>
  );
}

/** Names an annotation by its words or the kind of its mark, with its location. */
function AnnotationText({ context, finding }: Pick<FindingRowProps, 'context' | 'finding'>) {
  const { reference, scan } = useScanGeometry(context, finding.scan.id);
  const { title } = formatFinding(finding, reference, scan?.laterality.id ?? null);
  return (
    <span className={styles.rowText}>
      <span className={styles.title}>
        <span className={styles.location} data-testid="annotation-words">
          {annotationWords(finding)}
        </span>
      </span>
      <span className={styles.size}>{title}</span>
    </span>
  );
}

function RowText({ context, finding }: Pick<FindingRowProps, 'context' | 'finding'>): ReactNode {
  const { reference, scan } = useScanGeometry(context, finding.scan.id);
  const summary = formatFinding(finding, reference, scan?.laterality.id ?? null);
  const { id: source, labelColour } = finding.generator;
  const birads = category(finding.biradsScore);
  const volume = volumeMl(finding);
  const lists = useStore(context.use(scanLookupToken).lists);
  return (
    <span className={styles.rowText}>
      <span className={styles.title}>
        <span className={styles.number} style={{ background: labelColour }} data-source={source}>
          {finding.label}
        </span>
        <span
          className={styles.location}
          title={summary.title}
          data-long={summary.title.length > LONG_LOCATION_LENGTH}
          data-testid="finding-location"
        >
          {summary.title}
        </span>
        {summary.hint === null ? null : <span className={styles.hint}>{summary.hint}</span>}
      </span>
      <span className={styles.size}>
        <span data-testid="finding-size">{summary.size}</span>
        {volume === null ? null : (
          <span className={styles.quiet} data-testid="finding-volume">
            {findingTexts.sizes.ml(formatFixed(volume, 2))}
          </span>
        )}
      </span>
      <span className={styles.meta}>
        {birads === null ? null : (
          <span
            className={styles.birads}
            data-high={birads.high}
            title={biradsMeaning(lists, finding) ?? birads.name}
            data-testid="finding-birads"
          >
            {findingTexts.category(birads.name)}
          </span>
        )}
        {summary.depthFrom === null ? null : (
          <span className={styles.from} title={summary.depthFrom}>
            {summary.depthFrom}
          </span>
        )}
        <span className={styles.spacer} />
        <Tag color={labelColour} {...(source === 'USER' ? {} : { textColor: '#ffffff' })}>
          {GENERATOR_LETTERS[source]}
        </Tag>
        <span className={styles.source}>
          {finding.ofReaderStudy === true
            ? findingTexts.ofReaderStudy
            : findingTexts.sources[source]}
        </span>
      </span>
    </span>
  );
}

/** Checks all findings from the last checked finding to this finding, in numerical order. */
function checkUpTo(context: ExtensionContext, finding: Finding): void {
  const findingsUi = context.use(findingsUiToken);
  const { findingsByScan, hiddenFindingIds, selectedFindingId } = context
    .use(studyToken)
    .store.getState();
  const userFindings = (findingsByScan[finding.scan.id] ?? []).filter(
    ({ id, generator }) => generator.id === 'USER' && !hiddenFindingIds.has(id),
  );
  const lastId = findingsUi.store.getState().checkedIds.at(-1) ?? selectedFindingId;
  const from = userFindings.findIndex(({ id }) => id === lastId);
  const to = userFindings.findIndex(({ id }) => id === finding.id);
  if (to === -1) return;
  const [low, high] = from === -1 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
  for (const { id } of userFindings.slice(low, high + 1)) findingsUi.setChecked(id, true);
}

function useHeight(
  row: React.RefObject<HTMLDivElement | null>,
  selected: boolean,
  onHeight: (px: number) => void,
): void {
  useLayoutEffect(() => {
    const element = row.current;
    if (!selected || element === null) return;
    onHeight(element.offsetHeight);
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => onHeight(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [row, selected, onHeight]);
}
