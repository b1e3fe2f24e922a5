// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '#contracts';
import { errorResponse, okResponse } from '#core/testing';
import { newId } from '#foundation';
import { click, render, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { StudyClaimChip } from './study-claim-chip.tsx';

let opened: FakeApplication | null = null;
afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

const STUDY = newId();
const CLAIMED_AT = '2026-11-20T10:31:00Z';
const claimOf = (name: string) => ({
  studyId: STUDY,
  claimedBy: { accountId: newId(), name, since: CLAIMED_AT },
  until: CLAIMED_AT,
});

/** Calls that the server has handled, in order. */
let handledCalls: ('claimed' | 'released')[] = [];

async function open(role: Role, claimant: string | null, delayMs = 0) {
  handledCalls = [];
  opened = await fakeApplication(role);
  const { server } = opened.platform.backend;
  server.handle('claimStudy', async ({ body }) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    handledCalls.push('claimed');
    return claimant === null || (body as { takeOver: boolean }).takeOver
      ? okResponse(claimOf('Ada Reader'))
      : errorResponse(409, 'StudyClaimed', `${claimant} is reading this study`, claimOf(claimant));
  });
  server.handle('releaseStudy', () => {
    handledCalls.push('released');
    return okResponse({});
  });
  const page = await render(opened.wrap(<StudyClaimChip studyId={STUDY} />));
  const sent = (route: string) => server.calls.filter((call) => call.route === route);
  return { page, sent };
}

const text = (): string => document.body.textContent ?? '';
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent?.startsWith(name));

describe('the claim of an open study', () => {
  it('starts on opening and is released on leaving', async () => {
    const { page, sent } = await open('PHYSICIAN', null);
    await until(() => sent('claimStudy').length === 1);
    expect(text()).toBe('');
    await page.unmount();
    await until(() => sent('releaseStudy').length === 1);
    expect(sent('releaseStudy')[0]?.params.id).toBe(STUDY);
  });

  it('belongs to the tab, so that another tab of the user keeps another claim', async () => {
    const { page, sent } = await open('PHYSICIAN', null);
    await until(() => sent('claimStudy').length === 1);
    await page.unmount();
    await until(() => sent('releaseStudy').length === 1);
    const claimed = sent('claimStudy')[0]?.body;
    const released = sent('releaseStudy')[0]?.body;
    expect(released).toEqual({ tab: expect.any(String) });
    expect(claimed).toEqual({ takeOver: false, ...(released as object) });
    const again = await render(opened?.wrap(<StudyClaimChip studyId={STUDY} />));
    await until(() => sent('claimStudy').length === 2);
    expect(sent('claimStudy')[1]?.body).not.toEqual(claimed);
    await again.unmount();
    await until(() => sent('releaseStudy').length === 2);
  });

  it('is released only after a pending claim call', async () => {
    const { page, sent } = await open('PHYSICIAN', null, 100);
    expect(sent('releaseStudy')).toEqual([]);
    await page.unmount();
    await until(() => sent('releaseStudy').length === 1);
    expect(handledCalls).toEqual(['claimed', 'released']);
  });

  it('shows another claimant with the time and is taken over only on request', async () => {
    const { sent } = await open('PHYSICIAN', 'M. Okafor');
    await until(() => text().includes('Claimed by M. Okafor since'));
    expect(sent('claimStudy').map(({ body }) => body)).toMatchObject([{ takeOver: false }]);
    await click(button('Claimed by'));
    await click(button('Take over'));
    await until(() => !text().includes('Claimed by'));
    expect(sent('claimStudy').at(-1)?.body).toMatchObject({ takeOver: true });
  });

  it('is released after a pending takeover', async () => {
    const { page, sent } = await open('PHYSICIAN', 'M. Okafor', 50);
    await until(() => text().includes('Claimed by M. Okafor since'));
    await click(button('Claimed by'));
    await click(button('Take over'));
    await page.unmount();
    await until(() => sent('releaseStudy').length === 1 && handledCalls.length === 3);
    expect(handledCalls).toEqual(['claimed', 'claimed', 'released']);
  });

  it('is never made by viewers or blind annotators', async () => {
    for (const role of ['VIEWER', 'BLIND_ANNOTATOR'] as const) {
      const { sent, page } = await open(role, null);
      await page.unmount();
      expect(sent('claimStudy'), role).toEqual([]);
      opened?.dispose();
    }
  });
});
