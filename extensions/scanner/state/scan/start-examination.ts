import {
  type PatientPosition,
  routes,
  type Scan,
  type ScanProtocol,
  type ScanSide,
} from '#contracts';
import type { ApiClient, Navigation } from '#core';
import { type Clock, newId, type Result } from '#foundation';
import type { ScanPreparation } from '../scanner/scanner-checks.ts';
import { type ExaminationInfo, readExamination } from './read-examination.ts';
import type { ScanRun } from './scan-run.ts';

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

  async function createScan(info: ExaminationInfo, plan: ScanPlan): Promise<Result<Scan>> {
    const { patient } = info;
    const draft = drafts.get(info) ?? { studyId: newId(), scans: {} };
    drafts.set(info, draft);
    const studyId = plan.studyId ?? draft.studyId;
    if (plan.studyId === null) {
      const body = { id: studyId, patientId: patient.id, accessionNumber: null };
      const created = await api.call(routes.createStudy, { body, idempotencyKey: studyId });
      if (!created.ok) return created;
    }
    const deviceId = run.scanner.store.getState().device?.id ?? null;
    const { side, protocol, position } = plan;
    const scanKey = `${studyId} ${side} ${protocol} ${position} ${deviceId}`;
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
    read: (patientId) => readExamination(api, clock, patientId),
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
