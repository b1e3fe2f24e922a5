import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Finding } from '#contracts';
import { createViewState } from '#core';
import { OPEN_AI_LAYER } from '#findings';
import { aFinding } from '#testing';
import { createFindingsUiState } from '../../state/findings/findings-ui-state.ts';
import { detectionsCommand } from './detections-command.ts';
import { hiddenCommand } from './finding-commands.ts';
import type { FindingServices } from './finding-services.ts';

const DETECTION = { id: 'AIAD', labelColour: '#FF5733' } as const;

function setUp(findings: readonly Finding[], hiddenIds: readonly string[] = []) {
  const state = { findingsByScan: { scan: findings }, hiddenFindingIds: new Set(hiddenIds) };
  const services = {
    view: createViewState(),
    findingsUi: createFindingsUiState(),
    preferences: { store: createStore(() => ({ ready: true, values: new Map() })) },
    study: { store: { getState: () => state } },
  } as unknown as FindingServices;
  services.view.set({ aiLayer: OPEN_AI_LAYER });
  return services;
}

describe('the switch of the AI detections', () => {
  it('is enabled with a proposal, and says that the study has none without one', () => {
    const detected = setUp([aFinding({ generator: DETECTION })]);
    expect(detectionsCommand(detected, false).enabled?.()).toBe(true);
    const none = 'No AI proposals in this study';
    expect(detectionsCommand(setUp([aFinding()]), false).enabled?.()).toBe(none);
    const deleted = aFinding({ generator: DETECTION, deletedAt: '2026-11-20T10:12:00Z' });
    expect(detectionsCommand(setUp([deleted]), false).enabled?.()).toBe(none);
  });

  it('says that the AI is off at the site, or opens after the first read', () => {
    const services = setUp([aFinding({ generator: DETECTION })]);
    services.view.set({ aiLayer: { ...OPEN_AI_LAYER, hidden: true } });
    expect(detectionsCommand(services, false).enabled?.()).toBe(
      'AI findings open after your first read',
    );
    expect(detectionsCommand(services, true).enabled?.()).toBe(
      'AI findings are switched off at this site',
    );
  });
});

describe('the switch of the hidden findings', () => {
  it('is enabled while findings are hidden or shown again', () => {
    expect(hiddenCommand(setUp([aFinding()])).enabled?.()).toBe('No findings are hidden');
    const services = setUp([aFinding()], ['hidden']);
    expect(hiddenCommand(services).enabled?.()).toBe(true);
    const shown = setUp([aFinding()]);
    shown.findingsUi.set({ showsHidden: true });
    expect(hiddenCommand(shown).enabled?.()).toBe(true);
  });
});
