import { retryCall } from '#api-client';
import { recordedSideOf, routes, type ScanErrorCode, type StartScan } from '#contracts';
import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { frameSizeOf, sweepPlans } from '../../model/index.ts';
import type { ScanRequest } from '../driver/scanner-driver.ts';
import {
  fillBuffer,
  missingFrames,
  type ReadingDeps,
  readFrame,
  readStoredAttempt,
  type StoredAttempt,
  settingsOf,
} from '../recording/stored-attempt.ts';
import { SweepBuffers } from '../recording/sweep-buffer.ts';
import { failureDetail } from '../server/device-api.ts';
import { parseDeviceSettings } from './parse-device-settings.ts';
import type { ServiceContext } from './service-context.ts';

/** Plan of an attempt: frames to record, and frames already stored. */
export interface AttemptPlan {
  readonly request: ScanRequest;
  readonly sweeps: SweepBuffers;
  /** Null for an attempt from the first frame. */
  readonly stored: StoredAttempt | null;
}

/** Reason why an attempt cannot be made, for the operator and for support. */
export interface AttemptProblem extends Problem {
  readonly errorCode: ScanErrorCode;
}

const rejected = (detail: string, errorCode: ScanErrorCode = 'UnknownError') =>
  fail({ ...problem('SCAN_HINDERED', 'The scan cannot be recorded', detail, ''), errorCode });

/** Plans an attempt from the first frame, with the settings of the command. */
export function freshPlan(
  { settings: siteSettings }: ServiceContext,
  start: StartScan,
): Result<AttemptPlan, AttemptProblem> {
  const settings = parseDeviceSettings(start.settings);
  if (!settings.ok) return rejected(settings.problem.detail);
  const { scanId, laterality: side, protocol } = start;
  const plans = sweepPlans(protocol, frameSizeOf(siteSettings), settings.value.depthMm);
  const request = { scanId, side, protocol, sweeps: plans, settings: settings.value, only: null };
  return ok({ request, sweeps: new SweepBuffers(plans), stored: null });
}

/**
 * Plans the rest of an interrupted attempt with its original settings; frames on the server count
 * as recorded. Rejects a scan that is not in state I with exactly this epoch.
 */
export async function resumedPlan(
  context: ServiceContext,
  start: StartScan,
  signal: AbortSignal,
): Promise<Result<AttemptPlan, AttemptProblem>> {
  const deps = { api: context.api, retryMs: context.settings.retrySeconds * 1000, signal };
  const { scanId, epoch } = start;
  const scan = await retryCall(
    () => context.api.call(routes.getScan, { params: { id: scanId }, signal }),
    deps.retryMs,
    signal,
  );
  if (!scan.ok) return rejected(failureDetail(scan.problem));
  const { scanState, laterality, epoch: currentEpoch, protocol, deviceId } = scan.value;
  if (scanState !== 'I' || currentEpoch !== epoch) {
    return rejected(
      `Attempt ${epoch} cannot be resumed: the scan is in state ${scanState}, attempt ${currentEpoch}`,
    );
  }
  if (deviceId !== context.deviceId) return rejected('The scan belongs to another device');
  if (laterality.id !== start.laterality)
    return rejected('StartScan and the scan have different sides');
  const stored = await readStoredAttempt(deps, scanId, epoch);
  if (!stored.ok) return rejected(failureDetail(stored.problem));
  // The rest gets the side of the stored frames, also after a correction of the scan's side.
  const side = recordedSideOf(scan.value);
  const command = { ...start, protocol, laterality: side };
  const original = await originalRequest(context, command, deps, stored.value);
  if (!original.ok) return original;
  const { memory } = context;
  const isInMemory = memory?.request.scanId === scanId && memory.epoch === epoch;
  const sweeps = isInMemory ? memory.sweeps : new SweepBuffers(original.value.sweeps);
  const only = missingFrames(original.value.sweeps, stored.value);
  for (const buffer of sweeps.list) {
    // Frames that were recorded but not stored are recorded again.
    for (const frameIdx of only[buffer.plan.sweep]) buffer.discard(frameIdx);
    if (stored.value.sweeps.BMODE.has(buffer.plan.sweep)) continue;
    const filled = await fillBuffer(deps, stored.value, buffer, context.driver.describe());
    if (!filled.ok) return rejected(failureDetail(filled.problem));
  }
  return ok({ request: { ...original.value, only }, sweeps, stored: stored.value });
}

/**
 * Returns the request of the attempt's start, from memory or from the first stored frame; without
 * both, a new request with the settings of the command.
 */
async function originalRequest(
  context: ServiceContext,
  start: StartScan,
  deps: ReadingDeps,
  { frames }: StoredAttempt,
): Promise<Result<ScanRequest, AttemptProblem>> {
  const { memory } = context;
  if (memory?.request.scanId === start.scanId && memory.epoch === start.epoch) {
    return ok(memory.request);
  }
  const [first] = [...frames.CEN.values(), ...frames.PER.values()];
  if (first === undefined) {
    const fresh = freshPlan(context, start);
    return fresh.ok ? ok(fresh.value.request) : fresh;
  }
  const read = await readFrame(deps, first);
  if (!read.ok) return rejected(failureDetail(read.problem));
  const settings = settingsOf(read.value);
  const { lines, samples } = read.value;
  const sweeps = sweepPlans(start.protocol, { lines, samples }, settings.depthMm);
  const { scanId, laterality: side, protocol } = start;
  return ok({ scanId, side, protocol, sweeps, settings, only: null });
}
