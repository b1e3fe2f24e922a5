import type { Finding, Scan } from '#contracts';
import { type AiLayer, isAnnotation, isInAiLayer } from '#findings';

/** A row of the findings list. */
export type ListRow =
  | { readonly kind: 'side'; readonly scan: Scan; readonly count: number }
  | { readonly kind: 'finding'; readonly finding: Finding }
  /** Heading of the annotations of a scan, which it folds. */
  | {
      readonly kind: 'annotations';
      readonly scan: Scan;
      readonly count: number;
      readonly shown: boolean;
    }
  | { readonly kind: 'annotation'; readonly finding: Finding }
  /** Heading of a prior scan shown beside the current scan. */
  | { readonly kind: 'prior'; readonly scan: Scan; readonly count: number }
  | { readonly kind: 'prior-finding'; readonly scan: Scan; readonly finding: Finding }
  | { readonly kind: 'suggestions'; readonly count: number; readonly shown: boolean };

export interface ListChoice {
  /** Whether AI Auto Detect findings are listed. */
  readonly showsDetections: boolean;
  readonly showsHidden: boolean;
  /** Findings that the reader has removed from their own list. */
  readonly hiddenIds: ReadonlySet<string>;
  /** Proposals outside the layer are neither listed nor counted. */
  readonly aiLayer: AiLayer;
}

/** True if both choices show the same findings. */
export const sameChoice = (a: ListChoice, b: ListChoice): boolean =>
  a.showsDetections === b.showsDetections &&
  a.showsHidden === b.showsHidden &&
  a.hiddenIds === b.hiddenIds &&
  a.aiLayer === b.aiLayer;

/** Returns whether a finding is listed and drawn. Detections are suggestions and off by default. */
export function isShown(finding: Finding, choice: ListChoice): boolean {
  if (finding.deletedAt !== null || isHidden(finding, choice)) return false;
  if (!isInAiLayer(finding, choice.aiLayer)) return false;
  // The original of an edited copy is drawn although detections are switched off.
  if (finding.id === choice.aiLayer.keptFindingId) return true;
  return finding.generator.id !== 'AIAD' || choice.showsDetections;
}

const isHidden = ({ id }: Finding, { showsHidden, hiddenIds }: ListChoice): boolean =>
  !showsHidden && hiddenIds.has(id);

const shownLists = new WeakMap<
  readonly Finding[],
  { choice: ListChoice; shown: readonly Finding[] }
>();

/**
 * Returns the shown findings; the same array for the same list and choice, so that results can be
 * compared by reference.
 */
export function shownOf(findings: readonly Finding[], choice: ListChoice): readonly Finding[] {
  const known = shownLists.get(findings);
  if (known !== undefined && sameChoice(known.choice, choice)) return known.shown;
  const shown = findings.filter((finding) => isShown(finding, choice));
  shownLists.set(findings, { choice, shown });
  return shown;
}

const byId = new WeakMap<readonly Finding[], ReadonlyMap<string, Finding>>();

/** Looks up a finding in an index cached per list; null if absent. */
export function findingById(findings: readonly Finding[], id: string | null): Finding | null {
  let known = byId.get(findings);
  if (known === undefined) {
    known = new Map(findings.map((finding) => [finding.id, finding]));
    byId.set(findings, known);
  }
  return id === null ? null : (known.get(id) ?? null);
}

export interface ListedScan {
  readonly scan: Scan;
  readonly findings: readonly Finding[];
}

/**
 * Returns the rows of the list: findings with a heading for each side if there are several scans,
 * after them the annotations of the side under a heading of their own, then a heading for AI
 * suggestions and the shown suggestions. Empty without findings and annotations to list.
 */
export function listRows(
  scans: readonly ListedScan[],
  choice: ListChoice,
  showsAnnotations = false,
): readonly ListRow[] {
  const findings = scans.flatMap(({ findings }) => findings);
  const detected = findings.filter(
    (finding) => finding.generator.id === 'AIAD' && isInAiLayer(finding, choice.aiLayer),
  );
  const grouped = scans.length > 1;
  const rows = scans.flatMap(({ scan, findings: ofScan }): readonly ListRow[] => {
    const shown = ofScan.filter(
      (finding) => finding.generator.id !== 'AIAD' && isShown(finding, choice),
    );
    const listed = shown.filter((finding) => !isAnnotation(finding));
    const head: ListRow = { kind: 'side', scan, count: listed.length };
    return [
      ...(grouped ? [head] : []),
      ...listed.map(rowOf),
      ...annotationRows(scan, shown.filter(isAnnotation), showsAnnotations),
    ];
  });
  if (detected.length === 0) return rows.some(({ kind }) => kind !== 'side') ? rows : [];
  const suggested = detected.filter((finding) => isShown(finding, choice));
  const head: ListRow = {
    kind: 'suggestions',
    shown: choice.showsDetections,
    count: detected.filter((finding) => !isHidden(finding, choice)).length,
  };
  return [...rows, head, ...suggested.map(rowOf)];
}

function annotationRows(
  scan: Scan,
  annotations: readonly Finding[],
  shown: boolean,
): readonly ListRow[] {
  if (annotations.length === 0) return [];
  const head: ListRow = { kind: 'annotations', scan, count: annotations.length, shown };
  const rows = annotations.map((finding): ListRow => ({ kind: 'annotation', finding }));
  return shown ? [head, ...rows] : [head];
}

/** Returns the heading and findings of a prior scan, listed after the current findings. */
export function priorRows(prior: ListedScan | null): readonly ListRow[] {
  if (prior === null) return [];
  const { scan, findings } = prior;
  const head: ListRow = { kind: 'prior', scan, count: findings.length };
  return [head, ...findings.map((finding): ListRow => ({ kind: 'prior-finding', scan, finding }))];
}

const rowOf = (finding: Finding): ListRow => ({ kind: 'finding', finding });

/** Returns the findings in list order for the keys N and P; skips prior findings and annotations. */
export const walkOrder = (rows: readonly ListRow[]): readonly Finding[] =>
  rows.flatMap((row) => (row.kind === 'finding' ? [row.finding] : []));
