import { routes, type ScanErrorCode, type StartScan } from '#contracts';
import { fail, ok, type Result } from '#foundation';
import { frameSizeOf, sweepPlans } from '../../model/index.ts';
import type { ScanRequest } from '../driver/scanner-driver.ts';
import {
  fillBuffer,
  gapsOf,
  type ReadingDeps,
  readFrame,
  type StoredAttempt,
  settingsOf,
  storedAttempt,
} from '../recording/stored-attempt.ts';
import { SweepBuffers } from '../recording/sweep-buffer.ts';
import { withRetry } from '../server/retry.ts';
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
export interface AttemptProblem {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly remedy: string;
  readonly errorCode: ScanErrorCode;
}

const rejected = (detail: string, errorCode: ScanErrorCode = 'UnknownError') =>
  fail({ code: 'SCAN_HINDERED', title: 'The scan cannot be made', detail, remedy: '', errorCode });

/** Plans an attempt from the first frame, with the settings of the command. */
export function freshPlan(
  { settings: site }: ServiceContext,
  start: StartScan,
): Result<AttemptPlan, AttemptProblem> {
  const settings = parseDeviceSettings(start.settings);
  if (!settings.ok) return rejected(settings.problem.detail);
  const { scanId, laterality: side, protocol } = start;
  const plans = sweepPlans(protocol, frameSizeOf(site), settings.value.depthMm);
  const request = { scanId, side, protocol, sweeps: plans, settings: settings.value, only: null };
  return ok({ request, sweeps: new SweepBuffers(plans), stored: null });
}

/**
 * Plans the rest of an interrupted attempt. Frames on the server count as recorded, with their
 * original settings. Rejects a scan that is not started in exactly this epoch.
 */
export async function resumedPlan(
  context: ServiceContext,
  start: StartScan,
  signal: AbortSignal,
): Promise<Result<AttemptPlan, AttemptProblem>> {
  const deps = { api: context.api, retryMs: context.settings.retrySeconds * 1000, signal };
  const { scanId, epoch } = start;
  const scan = await withRetry(
    () => context.api.call(routes.getScan, { params: { id: scanId } }, signal),
    deps.retryMs,
    signal,
  );
  if (!scan.ok) return rejected(scan.problem.detail);
  const { scanState, laterality, epoch: current, protocol } = scan.value;
  if (scanState !== 'I' || current !== epoch) {
    return rejected(`Attempt ${epoch} cannot go on: the scan is ${scanState} in ${current}`);
  }
  if (laterality.id !== start.laterality) return rejected('StartScan names the other breast');
  const stored = await storedAttempt(deps, scanId, epoch);
  if (!stored.ok) return rejected(stored.problem.detail);
  const full = await requestFromStored(context, { ...start, protocol }, deps, stored.value);
  if (!full.ok) return full;
  const { memory } = context;
  const isInMemory = memory?.request.scanId === scanId && memory.epoch === epoch;
  const sweeps = isInMemory ? memory.sweeps : new SweepBuffers(full.value.sweeps);
  const only = gapsOf(full.value.sweeps, stored.value);
  for (const buffer of sweeps.all) {
    for (const frameIdx of only[buffer.plan.sweep]) buffer.discard(frameIdx);
    if (stored.value.sweeps.BMODE.has(buffer.plan.sweep)) continue;
    const filled = await fillBuffer(deps, stored.value, buffer, context.driver.describe());
    if (!filled.ok) return rejected(filled.problem.detail);
  }
  return ok({ request: { ...full.value, only }, sweeps, stored: stored.value });
}

/** Returns the original request of the attempt, from memory or from the first stored frame. */
async function requestFromStored(
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
  if (!read.ok) return rejected(read.problem.detail);
  const settings = settingsOf(read.value);
  const { lines, samples } = read.value;
  const sweeps = sweepPlans(start.protocol, { lines, samples }, settings.depthMm);
  const { scanId, laterality: side, protocol } = start;
  return ok({ scanId, side, protocol, sweeps, settings, only: null });
}
