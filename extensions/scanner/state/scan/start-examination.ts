import {
  type PatientPosition,
  routes,
  type Scan,
  type ScanProtocol,
  type ScanSide,
} from '#contracts';
import type { ApiClient, Navigation } from '#core';
import { type Clock, fail, newId, ok, problem, type Result } from '#foundation';
import { scanStateTexts } from '../../texts/scan-state-texts.ts';
import type { ScanPreparation } from '../scanner/scanner-checks.ts';
import { type ExaminationInfo, readExamination } from './read-examination.ts';
import { isSameVisit } from './same-visit.ts';
import type { ScanRun } from './scan-run.ts';
import { joinConcern } from './study-choice.ts';

const STUDY_CHANGED = problem(
  'STUDY_CHANGED',
  scanStateTexts.studyChanged.title,
  scanStateTexts.studyChanged.detail,
  scanStateTexts.studyChanged.next,
);
const VISIT_ENDED = problem(
  'VISIT_ENDED',
  scanStateTexts.visitEnded.title,
  scanStateTexts.visitEnded.detail,
  scanStateTexts.visitEnded.next,
);

export interface ExaminationStarter {
  /** Reads the patient, and the studies that a scan can join. */
  read(patientId: string): Promise<Result<ExaminationInfo>>;
  /** Creates study and scan where missing, starts the scan and opens its page. */
  start(info: ExaminationInfo, plan: ScanPlan): Promise<Result<void>>;
}

/** Choices for a scan. */
export interface ScanPlan {
  /** The study that the scan joins; null creates a study. */
  readonly studyId: string | null;
  readonly side: ScanSide;
  readonly protocol: ScanProtocol;
  readonly position: PatientPosition;
  readonly preparation: ScanPreparation;
}

/**
 * Ids of the entities created since the page was opened. Another Start after a failure reuses these
 * ids, so that a lost response does not lead to duplicates.
 */
interface Draft {
  readonly studyId: string;
  /** A later visit creates another study. */
  readonly createdAt: string;
  /** By study, side, protocol, position and device. */
  readonly scans: Partial<
    Record<string, { readonly id: string; readonly deviceId: string | null }>
  >;
}

/** Prepares an examination over the API; `ScanRun` controls the scan itself. */
export function createExaminationStarter(options: {
  readonly api: ApiClient;
  readonly run: ScanRun;
  readonly navigation: Navigation;
  readonly clock: Clock;
}): ExaminationStarter {
  const { api, run, navigation, clock } = options;
  const drafts = new WeakMap<ExaminationInfo, Draft>();

  /** Fails if the study of the plan has changed so that the operator has to choose again. */
  async function checkUnchanged(info: ExaminationInfo, plan: ScanPlan): Promise<Result<void>> {
    const shown = info.studies.find(({ study }) => study.id === plan.studyId);
    if (shown === undefined) return ok(undefined);
    const params = { studyId: shown.study.id };
    const scans = await api.call(routes.listScansOfStudy, { params });
    // The study was deleted.
    if (!scans.ok) return scans.problem.status === 404 ? fail(STUDY_CHANGED) : scans;
    // The page may have stayed open since another visit.
    if (shown.isOfVisit && !isSameVisit(shown.study, clock.now())) return fail(VISIT_ENDED);
    const concern = joinConcern({ ...shown, scans: scans.value.items }, plan);
    const isKnown = concern === null || concern === joinConcern(shown, plan);
    return isKnown ? ok(undefined) : fail(STUDY_CHANGED);
  }

  /** Returns the ids of a visit; another visit begins with new ones. */
  function draftOf(info: ExaminationInfo): Draft {
    const known = drafts.get(info);
    if (known !== undefined && isSameVisit(known, clock.now())) return known;
    const createdAt = new Date(clock.now()).toISOString();
    const draft: Draft = { studyId: newId(), createdAt, scans: {} };
    drafts.set(info, draft);
    return draft;
  }

  async function createScan(
    info: ExaminationInfo,
    plan: ScanPlan,
    deviceId: string | null,
  ): Promise<Result<Scan>> {
    const { patient } = info;
    const draft = draftOf(info);
    const studyId = plan.studyId ?? draft.studyId;
    if (plan.studyId === null) {
      const body = { id: studyId, patientId: patient.id, accessionNumber: null };
      const created = await api.call(routes.createStudy, { body, idempotencyKey: studyId });
      if (!created.ok) return created;
    }
    const { side, protocol, position } = plan;
    const joined = info.studies.find(({ study }) => study.id === plan.studyId);
    const scanKey = `${studyId} ${side} ${protocol} ${position} ${deviceId}`;
    draft.scans[scanKey] ??= { id: newId(), deviceId };
    const body = {
      ...draft.scans[scanKey],
      studyId,
      laterality: side,
      protocol,
      patientPosition: position,
      // An older study is joined only if the operator has chosen it.
      ofThisVisit: joined?.isOfVisit === true,
    };
    return api.call(routes.createScan, { body, idempotencyKey: body.id });
  }

  return {
    read: (patientId) => readExamination(api, clock, patientId),
    async start(info, plan) {
      // Acquires the lease first, so that a scanner in use leaves no study or scan behind.
      const shownId = run.scanner.store.getState().device?.id ?? null;
      const lease = await run.scanner.acquireLease(shownId);
      if (!lease.ok) return lease;
      // The scan belongs to the leased scanner, even if another one is chosen from now on.
      const deviceId = shownId ?? run.scanner.store.getState().device?.id ?? null;
      const unchanged = await checkUnchanged(info, plan);
      const scan = unchanged.ok ? await createScan(info, plan, deviceId) : unchanged;
      if (!scan.ok) {
        await run.scanner.release();
        return scan;
      }
      const { id, studyId } = scan.value;
      // The page of the scan shows the response of the device, or its absence.
      const started = run.start(id, plan.preparation);
      navigation.go(`/scan?study=${studyId}&scan=${id}`);
      return started;
    },
  };
}
