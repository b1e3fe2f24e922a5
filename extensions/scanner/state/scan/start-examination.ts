import {
  type Patient,
  type PatientPosition,
  routes,
  type Scan,
  type ScanProtocol,
  type ScanSide,
  type Study,
} from '#contracts';
import type { ApiClient, Navigation } from '#core';
import { type Clock, newId, ok, type Result } from '#foundation';
import type { ScanPreparation } from '../scanner/scanner-checks.ts';
import { isSameVisit } from './same-visit.ts';
import type { ScanRun } from './scan-run.ts';

export interface ExaminationStarter {
  /** Reads the patient, and the study of this visit if there is one. */
  read(patientId: string): Promise<Result<ExaminationInfo>>;
  /** Creates study and scan where missing, starts the scan and opens its page. */
  start(info: ExaminationInfo, plan: ScanPlan): Promise<Result<void>>;
}

/** Choices for a scan. */
export interface ScanPlan {
  readonly side: ScanSide;
  readonly protocol: ScanProtocol;
  readonly position: PatientPosition;
  readonly preparation: ScanPreparation;
}

export interface ExaminationInfo {
  readonly patient: Patient;
  /** Study of this visit; null if the start creates a study. */
  readonly study: Study | null;
}

/**
 * Ids of the entities created since the page was opened. Another Start after a failure reuses these
 * ids, so that a lost response does not lead to duplicates.
 */
interface Draft {
  readonly studyId: string;
  /** By side, protocol and position. */
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

  async function read(patientId: string): Promise<Result<ExaminationInfo>> {
    const params = { id: patientId };
    const [patient, studies] = await Promise.all([
      api.call(routes.getPatient, { params }),
      api.call(routes.listStudiesOfPatient, { params }),
    ]);
    if (!patient.ok) return patient;
    if (!studies.ok) return studies;
    const newest = studies.value.items[0];
    const isOfVisit = newest !== undefined && isSameVisit(newest, clock.now());
    return ok({ patient: patient.value, study: isOfVisit ? newest : null });
  }

  async function createScan(info: ExaminationInfo, plan: ScanPlan): Promise<Result<Scan>> {
    const { patient, study } = info;
    const draft = drafts.get(info) ?? { studyId: newId(), scans: {} };
    drafts.set(info, draft);
    const studyId = study?.id ?? draft.studyId;
    if (study === null) {
      const body = { id: studyId, patientId: patient.id, accessionNumber: null };
      const created = await api.call(routes.createStudy, { body, idempotencyKey: studyId });
      if (!created.ok) return created;
    }
    const deviceId = run.scanner.store.getState().device?.id ?? null;
    const { side, protocol, position } = plan;
    const scanKey = `${side} ${protocol} ${position} ${deviceId}`;
    draft.scans[scanKey] ??= { id: newId(), deviceId };
    const body = {
      ...draft.scans[scanKey],
      studyId,
      laterality: side,
      protocol,
      patientPosition: position,
    };
    return api.call(routes.createScan, { body, idempotencyKey: body.id });
  }

  return {
    read,
    async start(info, plan) {
      // Acquires the lease first, so that a scanner in use leaves no study or scan behind.
      const lease = await run.scanner.acquireLease();
      if (!lease.ok) return lease;
      const scan = await createScan(info, plan);
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
