// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Finding } from '#contracts';
import { type ApiClient, createViewState, type StudyState } from '#core';
import { ok } from '#foundation';
import { aFinding } from '#testing';
import { createFindingsUiState } from '../../state/findings/findings-ui-state.ts';
import { exportCommand } from './export-findings.ts';
import type { FindingServices } from './finding-services.ts';

function setUp(count: number) {
  const finding = aFinding();
  const findings: readonly Finding[] = Array.from({ length: count }, (_, index) => ({
    ...finding,
    id: `${index}`,
  }));
  const findingsUi = createFindingsUiState();
  const requests: (readonly string[])[] = [];
  const state = {
    scans: [{ id: finding.scan.id, laterality: { id: 'L' } }],
    targetScanId: finding.scan.id,
    findingsByScan: { [finding.scan.id]: findings },
    hiddenFindingIds: new Set<string>(),
  } as unknown as StudyState;
  const services = {
    view: createViewState(),
    findingsUi,
    preferences: { store: createStore(() => ({ ready: true, values: new Map() })) },
    notices: { show: () => undefined, showProblem: () => undefined },
    study: { store: { getState: () => state } },
  } as unknown as FindingServices;
  const api = {
    addressOf: (path: string) => `https://clinic.example/api${path}`,
    call: async (_: unknown, { body }: { body: { ids: readonly string[] } }) => {
      requests.push(body.ids);
      return ok({ url: '/findings/exports/1?token=t', expiresAt: '2026-11-23T12:00:00.000Z' });
    },
  } as unknown as ApiClient;
  const command = exportCommand(services, api);
  return { findingsUi, requests, command };
}

describe('exportCommand', () => {
  it('gives the reason when there are too many findings instead of truncating the file', () => {
    const { command } = setUp(2_001);
    expect(command.enabled?.()).toContain('2000 findings, but there are 2001');
    expect(setUp(0).command.enabled?.()).toBe('No findings to export');
    expect(setUp(2_000).command.enabled?.()).toBe(true);
  });

  it('lets the browser download only the checked findings', async () => {
    const { command, findingsUi, requests } = setUp(2_001);
    findingsUi.setChecked('7', true);
    expect(command.enabled?.()).toBe(true);
    await command.run({ format: 'CSV' }, new AbortController().signal);
    expect(requests).toEqual([['7']]);
    expect(document.querySelector('iframe')?.src).toBe(
      'https://clinic.example/api/findings/exports/1?token=t',
    );
  });
});
