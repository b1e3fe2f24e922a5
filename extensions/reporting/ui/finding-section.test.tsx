// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { reportContentSchema } from '#contracts';
import { type FakePlatform, fakePlatform } from '#core/testing';
import type { ReportContext, ReportFinding } from '#report';
import { aFinding } from '#testing';
import { click, press, render, type as typeText, unmountAll } from '#ui/testing';
import type { ReportServices } from '../state/report-services.ts';
import { fakeRecogniser } from '../state/test-support/fake-recogniser.ts';
import { createTextBlocks } from '../state/text-blocks.ts';
import { FindingSection } from './finding-section.tsx';

let platform: FakePlatform | null = null;
afterEach(async () => {
  await unmountAll();
  platform?.dispose();
});

const [RIGHT_ID, LEFT_ID] = [
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000002',
] as const;
const right: ReportFinding = { finding: aFinding({ id: RIGHT_ID }), side: 'R', prior: null };
const left: ReportFinding = { finding: aFinding({ id: LEFT_ID }), side: 'L', prior: null };
const shown = () => document.body.textContent ?? '';

async function openFinding() {
  platform = await fakePlatform();
  const { recogniser, dictation } = fakeRecogniser();
  const findingTexts = [RIGHT_ID, LEFT_ID].map((findingId) => ({ findingId, text: '' }));
  const stored = { content: reportContentSchema.parse({ findingTexts }) };
  const store = createStore(() => ({ stored, draft: null }));
  const block = { name: 'Size', abbreviation: 'sz', text: 'Size {size}.', language: null };
  const services = {
    dictation,
    textBlocks: createTextBlocks(platform, [block]),
    background: { store: createStore(() => ({ priorFindings: [] })) },
    lists: createStore(() => ({ shown: [] })),
    report: {
      store,
      edit: (change: (content: typeof stored.content) => typeof stored.content) =>
        store.setState(({ stored: { content } }) => ({ stored: { content: change(content) } })),
    },
  } as unknown as ReportServices;
  const sectionOf = (item: ReportFinding) => {
    const { content } = store.getState().stored;
    const context = { content, findings: [right, left], scans: [] } as unknown as ReportContext;
    return <FindingSection {...{ services, context, item }} disabled={false} />;
  };
  const { draw } = await render(sectionOf(right));
  return {
    recogniser,
    show: (item: ReportFinding) => draw(sectionOf(item)),
    texts: () => store.getState().stored.content.findingTexts.map(({ text }) => text),
  };
}

describe('the text of a finding', () => {
  it('ends dictation when another finding is chosen', async () => {
    const { recogniser, show, texts } = await openFinding();
    await click(document.querySelector('[aria-label="Dictate: Further text"]'));
    await recogniser.say('Oval');
    await show(left);
    expect(shown()).not.toContain('Listening');
    await recogniser.say('spiculated');
    expect(texts()).toEqual(['Oval', '']);
  });

  it('shows the error of a text block only at its finding', async () => {
    const { show } = await openFinding();
    const field = document.querySelector('textarea')!;
    await typeText(field, ';sz');
    await press('Tab', field);
    expect(shown()).toContain('{size}');
    await show(left);
    expect(shown()).not.toContain('{size}');
  });
});
