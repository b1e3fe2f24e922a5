// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Patient, patientSchema } from '#contracts';
import { errorResponse, okResponse } from '#core/testing';
import { newId } from '#foundation';
import { click, render, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../../test-support/fake-application.tsx';
import { RiskDialog } from './risk-dialog.tsx';

let opened: FakeApplication | null = null;
afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

const AT = '2026-11-20T10:12:00Z';
const PATIENT: Patient = patientSchema.parse({
  id: newId(),
  version: 3,
  createdAt: AT,
  createdBy: null,
  updatedAt: AT,
  updatedBy: null,
  code: 'CF-1',
  firstName: 'Ismay',
  lastName: 'Lund',
  birthDate: null,
  sex: 'FEMALE',
  ethnicity: null,
  cancerHistory: ['FAMILY', 'OVA_CANCER'],
  riskScore: null,
  organization: { id: newId() },
  lastStudyAt: null,
  lastStudyId: null,
  sides: [],
  deletedAt: null,
  deletedBy: null,
  breastDensity: 'EXTREME',
});

async function open() {
  opened = await fakeApplication('OPERATOR');
  const { server } = opened.platform.backend;
  const onWritten = vi.fn();
  const dialog = (
    <RiskDialog open patient={PATIENT} onClose={() => undefined} onWritten={onWritten} />
  );
  await render(opened.around(dialog));
  return {
    server,
    onWritten,
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
    expect(text()).toContain('Not known, and so without points: age.');
  });

  it('saves the shown version and stays open after an edit conflict', async () => {
    const { server, onWritten, sent } = await open();
    server.once(
      'updateRiskScore',
      errorResponse(412, 'VersionConflict', 'Changed by someone else'),
    );
    await click(button('Write 4 as risk score'));
    await until(() => sent().length === 1);
    expect(onWritten).not.toHaveBeenCalled();
    server.handle('updateRiskScore', () => okResponse({ ...PATIENT, riskScore: 4, version: 4 }));
    await click(button('Write 4 as risk score'));
    await until(() => onWritten.mock.calls.length === 1);
    expect(sent()[1]?.body).toEqual({ riskScore: 4 });
    expect(sent()[1]?.headers.get('if-match')).toBe('"3"');
  });
});
