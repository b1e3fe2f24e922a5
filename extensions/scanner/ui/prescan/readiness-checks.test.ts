import { describe, expect, it } from 'vitest';
import { DEVICE_SETTING_DEFAULTS, type PrescanResult } from '#contracts';
import { aDeviceStatus } from '#testing';
import type { ScannerState } from '../../state/scanner/scanner-client.ts';
import { readinessChecks } from './readiness-checks.ts';

const PREPARATION = { settings: DEVICE_SETTING_DEFAULTS, cupDepth: 45 };
const NO_CHECKS = { results: new Map(), prepared: null };
const device = { id: 'scanner' } as unknown as ScannerState['device'];
const textOf = (checks: ReturnType<typeof readinessChecks>) =>
  checks.map(({ name, state, next }) => [name, state, next].filter((part) => part !== null));

describe('the checks before a scan', () => {
  it('say what to do about low water and a failed preparation', () => {
    const status = aDeviceStatus({
      state: 'ready',
      waterSensor: { ok: false, levelPercent: 12 },
    });
    const result = { result: 'Failed', errorCode: 'WaterCriticallyLow' } as PrescanResult;
    const checks = { ...NO_CHECKS, prepared: { for: PREPARATION, result } };
    const texts = textOf(readinessChecks({ device, status, problem: null }, checks, PREPARATION));
    expect(texts[1]).toEqual(['Water', '12 %', 'Refill the water.']);
    expect(texts[3]?.slice(0, 2)).toEqual(['Preparation', 'Failed']);
    expect(texts[3]).toHaveLength(3);
  });

  it('pass with a prepared scanner, until the settings change', () => {
    const status = aDeviceStatus({ state: 'ready' });
    const result = { result: 'Passed', errorCode: 'NoError' } as PrescanResult;
    const checks = { ...NO_CHECKS, prepared: { for: PREPARATION, result } };
    const scanner = { device, status, problem: null };
    const preparation = (cupDepth: number) =>
      readinessChecks(scanner, checks, { ...PREPARATION, cupDepth }).at(-1);
    expect(preparation(45)).toMatchObject({ tone: 'ok', next: null });
    expect(preparation(50)).toMatchObject({ tone: 'off', state: 'settings changed' });
  });

  it('ask for the connection of an offline scanner, whose values are unknown', () => {
    const status = aDeviceStatus({ state: 'offline' });
    const checks = readinessChecks({ device, status, problem: null }, NO_CHECKS, PREPARATION);
    expect(checks[0]).toMatchObject({
      tone: 'danger',
      next: 'Switch the scanner on and check its connection.',
    });
    expect(checks[1]).toMatchObject({ state: '—', tone: 'off' });
  });
});
