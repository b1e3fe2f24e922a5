import { routes, type ScanErrorCode, type StartScan } from '#contracts';
import { fail, ok, type Result } from '#foundation';
import { frameSizeOf, sweepPlans } from '../../model/index.ts';
import type { ScanOrder } from '../driver/scanner-driver.ts';
import {
  fillBuffer,
  gapsOf,
  type ReadingParts,
  readFrame,
  type StoredAttempt,
  settingsOf,
  storedAttempt,
} from '../recording/stored-attempt.ts';
import { SweepBuffers } from '../recording/sweep-buffer.ts';
import { withRetry } from '../server/retry.ts';
import { orderSettings } from './order-settings.ts';
import type { Scene } from './scene.ts';

/** What an attempt will record, and what it has already. */
export interface AttemptPlan {
  readonly order: ScanOrder;
  readonly sweeps: SweepBuffers;
  /** Null for an attempt from the first frame. */
  readonly stored: StoredAttempt | null;
}

/** Why an attempt can't be made, for the operator and for support. */
export interface Hindrance {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly remedy: string;
  readonly errorCode: ScanErrorCode;
}

const hindered = (detail: string, errorCode: ScanErrorCode = 'UnknownError') =>
  fail({ code: 'SCAN_HINDERED', title: 'The scan cannot be made', detail, remedy: '', errorCode });

/** An attempt from the first frame, with the settings of the command. */
export function freshPlan(
  { settings: site }: Scene,
  start: StartScan,
): Result<AttemptPlan, Hindrance> {
  const settings = orderSettings(start.settings);
  if (!settings.ok) return hindered(settings.problem.detail);
  const { scanId, laterality: side, protocol } = start;
  const plans = sweepPlans(protocol, frameSizeOf(site), settings.value.depthMm);
  const order = { scanId, side, protocol, sweeps: plans, settings: settings.value, only: null };
  return ok({ order, sweeps: new SweepBuffers(plans), stored: null });
}

/**
 * The rest of an interrupted attempt: what the server holds counts as recorded, with the settings
 * that it was recorded with. Refuses a scan that is not started in just this epoch.
 */
export async function resumedPlan(
  scene: Scene,
  start: StartScan,
  signal: AbortSignal,
): Promise<Result<AttemptPlan, Hindrance>> {
  const parts = { api: scene.api, retryMs: scene.settings.retrySeconds * 1000, signal };
  const { scanId, epoch } = start;
  const scan = await withRetry(
    () => scene.api.call(routes.getScan, { params: { id: scanId } }, signal),
    parts.retryMs,
    signal,
  );
  if (!scan.ok) return hindered(scan.problem.detail);
  const { scanState, laterality, epoch: current, protocol } = scan.value;
  if (scanState !== 'I' || current !== epoch) {
    return hindered(`Attempt ${epoch} cannot go on: the scan is ${scanState} in ${current}`);
  }
  if (laterality.id !== start.laterality) return hindered('StartScan names the other breast');
  const stored = await storedAttempt(parts, scanId, epoch);
  if (!stored.ok) return hindered(stored.problem.detail);
  const whole = await orderOfStored(scene, { ...start, protocol }, parts, stored.value);
  if (!whole.ok) return whole;
  const { memory } = scene;
  const remembered = memory?.order.scanId === scanId && memory.epoch === epoch;
  const sweeps = remembered ? memory.sweeps : new SweepBuffers(whole.value.sweeps);
  const only = gapsOf(whole.value.sweeps, stored.value);
  for (const buffer of sweeps.all) {
    for (const frameIdx of only[buffer.plan.sweep]) buffer.forget(frameIdx);
    if (stored.value.sweeps.BMODE.has(buffer.plan.sweep)) continue;
    const filled = await fillBuffer(parts, stored.value, buffer, scene.driver.describe());
    if (!filled.ok) return hindered(filled.problem.detail);
  }
  return ok({ order: { ...whole.value, only }, sweeps, stored: stored.value });
}

/** The order that the attempt began with, from memory or from the first frame that is stored. */
async function orderOfStored(
  scene: Scene,
  start: StartScan,
  parts: ReadingParts,
  { frames }: StoredAttempt,
): Promise<Result<ScanOrder, Hindrance>> {
  const { memory } = scene;
  if (memory?.order.scanId === start.scanId && memory.epoch === start.epoch) {
    return ok(memory.order);
  }
  const [first] = [...frames.CEN.values(), ...frames.PER.values()];
  if (first === undefined) {
    const fresh = freshPlan(scene, start);
    return fresh.ok ? ok(fresh.value.order) : fresh;
  }
  const read = await readFrame(parts, first);
  if (!read.ok) return hindered(read.problem.detail);
  const settings = settingsOf(read.value);
  const { lines, samples } = read.value;
  const sweeps = sweepPlans(start.protocol, { lines, samples }, settings.depthMm);
  const { scanId, laterality: side, protocol } = start;
  return ok({ scanId, side, protocol, sweeps, settings, only: null });
}
