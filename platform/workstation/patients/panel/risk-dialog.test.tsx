// @vitest-environment jsdom

import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorResponse, okResponse } from '#core/testing';
import { aPatient } from '#testing';
import { click, render, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../../test-support/fake-application.tsx';
import { RiskDialog } from './risk-dialog.tsx';

let opened: FakeApplication | null = null;
afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

const PATIENT = aPatient({
  version: 3,
  birthDate: null,
  cancerHistory: ['FAMILY', 'OVA_CANCER'],
  breastDensity: 'EXTREME',
});

async function open() {
  opened = await fakeApplication('OPERATOR');
  const { server } = opened.platform.backend;
  const onSaved = vi.fn();
  const dialog = <RiskDialog open patient={PATIENT} onClose={() => undefined} onSaved={onSaved} />;
  await render(opened.wrap(dialog));
  return {
    server,
    onSaved,
    sent: () => server.calls.filter((call) => call.route === 'updateRiskScore'),
  };
}

const text = (): string => document.body.textContent ?? '';
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent === name);

describe('the risk dialog', () => {
  it('shows the score as not validated, with counted factors and unknown values', async () => {
    await open();
    expect(text()).toContain('not a validated risk model');
    const counted = [...document.querySelectorAll('tr[data-counts=true] th')];
    expect(counted.map((row) => row.textContent)).toEqual([
      'Extremely dense',
      'Breast cancer in the family',
      'Ovarian cancer',
    ]);
    expect(text()).toContain('Unknown and not counted: age.');
  });

  it('saves the shown version and stays open after an edit conflict', async () => {
    const { server, onSaved, sent } = await open();
    server.once(
      'updateRiskScore',
      errorResponse(412, 'VersionConflict', 'Changed by someone else'),
    );
    await click(button('Save 4 as risk score'));
    await until(() => sent().length === 1);
    expect(onSaved).not.toHaveBeenCalled();
    server.handle('updateRiskScore', () => okResponse({ ...PATIENT, riskScore: 4, version: 4 }));
    await click(button('Save 4 as risk score'));
    await until(() => onSaved.mock.calls.length === 1);
    expect(sent()[1]?.body).toEqual({ riskScore: 4 });
    expect(sent()[1]?.headers.get('if-match')).toBe('"3"');
  });
});
