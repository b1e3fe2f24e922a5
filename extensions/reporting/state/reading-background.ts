import { createStore } from 'zustand/vanilla';
import { type Finding, routes } from '#contracts';
import type {
  ApiClient,
  FormDrafts,
  ReadonlyStore,
  Session,
  StudyDocument,
  ViewState,
} from '#core';
import { type Disposable, disposeAll, toDisposable } from '#foundation';
import type { KnownPriorFinding, ReportPrior, Side } from '#report';
import { reportedScans } from '../model/build-context.ts';
import {
  NO_PROGRESS,
  parseProgress,
  type ReadingProgress,
  unreadFindings,
  withFinding,
  withPrior,
} from '../model/reading-progress.ts';
import { type PriorStudy, readPriors } from './read-priors.ts';

interface BackgroundValues {
  readonly studyId: string | null;
  /** Null until they are read. */
  readonly priors: readonly PriorStudy[] | null;
  /** Null until they are read. */
  readonly priorFindings: readonly KnownPriorFinding[] | null;
  /** Breasts with a malignant outcome of an earlier finding; null if unknown. */
  readonly provenSides: ReadonlySet<Side> | null;
  /** Scans of the study with a volume, of which a share can be seen. */
  readonly volumeScanIds: ReadonlySet<string>;
  readonly progress: ReadingProgress;
}

/** What checks and texts read beside the record: earlier studies, and what the reader has seen. */
export interface Background {
  readonly priors: readonly ReportPrior[] | null;
  /** Undefined while they are unknown. */
  readonly priorFindings: readonly KnownPriorFinding[] | undefined;
  readonly provenSides: ReadonlySet<Side> | undefined;
  readonly seenByScan: Readonly<Record<string, number>>;
  readonly unreadFindingIds: ReadonlySet<string>;
}

export interface ReadingBackground extends Disposable {
  /** Notifies of changes of `of`, but for the seen share, which the view state publishes. */
  readonly store: ReadonlyStore<BackgroundValues>;
  of(findings: readonly Finding[], readerId: string): Background;
  /** Reads again what could not be read, e.g. after the connection was lost. */
  retry(): void;
}

export interface ReadingBackgroundDeps {
  readonly api: Pick<ApiClient, 'call'>;
  readonly study: Pick<StudyDocument, 'store'>;
  readonly view: Pick<ViewState, 'store'>;
  readonly session: Pick<Session, 'mayCall'>;
  readonly forms: FormDrafts;
}

/** Place of the progress in this browser, which survives a reload. */
const formOf = (studyId: string): string => `report-progress.${studyId}`;

const EMPTY: BackgroundValues = {
  studyId: null,
  priors: null,
  priorFindings: null,
  provenSides: null,
  volumeScanIds: new Set(),
  progress: NO_PROGRESS,
};

/** Reads the earlier studies of the patient, and notes what this reader has seen of the open study. */
export function createReadingBackground(deps: ReadingBackgroundDeps): ReadingBackground {
  return new ObservedBackground(deps);
}

class ObservedBackground implements ReadingBackground {
  readonly store = createStore<BackgroundValues>(() => EMPTY);
  readonly #deps: ReadingBackgroundDeps;
  readonly #stops: readonly Disposable[];
  /** Scans whose files were asked for. */
  readonly #askedScanIds = new Set<string>();

  constructor(deps: ReadingBackgroundDeps) {
    this.#deps = deps;
    this.#stops = [
      toDisposable(deps.study.store.subscribe(() => this.#onStudy())),
      toDisposable(deps.view.store.subscribe(() => this.#onView())),
    ];
    this.#onStudy();
  }

  dispose(): void {
    disposeAll(this.#stops);
  }

  of(findings: readonly Finding[], readerId: string): Background {
    const { priors, priorFindings, provenSides, volumeScanIds, progress } = this.store.getState();
    const { viewedFractions } = this.#deps.view.store.getState();
    const scans = reportedScans(this.#deps.study.store.getState());
    const seen = scans.flatMap(({ id }) => {
      // A volume without a share was never on the screen.
      const share = viewedFractions[id] ?? (volumeScanIds.has(id) ? 0 : null);
      return share === null ? [] : [[id, share] as const];
    });
    const openedOf = ({ studyId, scanIds }: PriorStudy): boolean | null =>
      progress.priors.includes(studyId) ? true : scanIds === null ? null : false;
    return {
      priors:
        priors?.map((prior) => {
          const { studyId, day } = prior;
          return { studyId, day, opened: openedOf(prior) };
        }) ?? null,
      priorFindings: priorFindings ?? undefined,
      provenSides: provenSides ?? undefined,
      seenByScan: Object.fromEntries(seen),
      unreadFindingIds: unreadFindings(findings, progress, readerId),
    };
  }

  retry(): void {
    if (this.store.getState().priorFindings === null) void this.#readPriors();
    // A volume may have been reconstructed since.
    const { volumeScanIds } = this.store.getState();
    for (const id of this.#askedScanIds) {
      if (!volumeScanIds.has(id)) this.#askedScanIds.delete(id);
    }
    this.#readVolumes();
  }

  #onStudy(): void {
    const { study } = this.#deps.study.store.getState();
    const maySee = this.#deps.session.mayCall(routes.latestReportOfStudy);
    const studyId = maySee ? (study?.id ?? null) : null;
    if (studyId !== this.store.getState().studyId) this.#open(studyId);
    if (studyId === null) return;
    this.#readVolumes();
    this.#noteFinding();
  }

  #open(studyId: string | null): void {
    this.#askedScanIds.clear();
    const progress =
      studyId === null ? NO_PROGRESS : parseProgress(this.#deps.forms.read(formOf(studyId)));
    this.store.setState({ ...EMPTY, studyId, progress }, true);
    if (studyId !== null) void this.#readPriors();
  }

  /** A failure leaves the priors unknown; the live connection calls `retry`. */
  async #readPriors(): Promise<void> {
    const { study } = this.#deps.study.store.getState();
    if (study === null) return;
    const read = await readPriors(this.#deps.api, study);
    if (!read.ok || this.store.getState().studyId !== study.id) return;
    const { studies, findings, provenSides } = read.value;
    this.store.setState({ priors: studies, priorFindings: findings, provenSides });
    this.#onView();
  }

  #readVolumes(): void {
    for (const { id } of reportedScans(this.#deps.study.store.getState())) {
      if (this.#askedScanIds.has(id)) continue;
      this.#askedScanIds.add(id);
      void this.#readVolume(id);
    }
  }

  async #readVolume(scanId: string): Promise<void> {
    const query = { fileCategory: 'VOLUME3D', role: 'PRIMARY', limit: 1 } as const;
    const files = await this.#deps.api.call(routes.listScanFiles, { params: { scanId }, query });
    if (!files.ok) {
      this.#askedScanIds.delete(scanId);
      return;
    }
    if (files.value.total === 0 || !this.#askedScanIds.has(scanId)) return;
    const { volumeScanIds } = this.store.getState();
    this.store.setState({ volumeScanIds: new Set([...volumeScanIds, scanId]) });
  }

  /** Notes the chosen finding as opened. */
  #noteFinding(): void {
    const { selectedFindingId, findingsByScan } = this.#deps.study.store.getState();
    if (selectedFindingId === null) return;
    const findings = Object.values(findingsByScan).flat();
    const finding = findings.find(({ id }) => id === selectedFindingId);
    if (finding !== undefined) this.#note(withFinding(this.store.getState().progress, finding));
  }

  /** Notes the earlier studies on the screen as opened. */
  #onView(): void {
    const { shownPlanes, shownFrames } = this.#deps.view.store.getState();
    const shown = [...Object.values(shownPlanes), ...Object.values(shownFrames)];
    const { priors, progress } = this.store.getState();
    const opened = (priors ?? []).filter(({ scanIds }) =>
      shown.some(({ scanId }) => scanIds?.includes(scanId) === true),
    );
    this.#note(opened.reduce((known, { studyId }) => withPrior(known, studyId), progress));
  }

  #note(progress: ReadingProgress): void {
    const { studyId, progress: before } = this.store.getState();
    if (studyId === null || progress === before) return;
    this.#deps.forms.write(formOf(studyId), progress);
    this.store.setState({ progress });
  }
}
