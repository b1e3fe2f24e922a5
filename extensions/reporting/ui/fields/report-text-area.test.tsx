// @vitest-environment jsdom
import { act, type ReactNode, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { type FakePlatform, fakePlatform } from '#core/testing';
import { click, press, render, type as typeText, unmountAll } from '#ui/testing';
import type { TextBlockFields } from '../../model/text-blocks.ts';
import { createDictation, type Dictation, type SpeechRecogniser } from '../../state/dictation.ts';
import type { ReportServices } from '../../state/report-services.ts';
import { createTextBlocks } from '../../state/text-blocks.ts';
import { ReportTextArea } from './report-text-area.tsx';

let platform: FakePlatform | null = null;
afterEach(async () => {
  await unmountAll();
  platform?.dispose();
});

const BLOCKS: readonly TextBlockFields[] = [
  { name: 'Cyst', abbreviation: 'cy', text: 'Simple cyst at {clock}.', language: null },
  { name: 'Size', abbreviation: 'sz', text: 'Size {size}.', language: null },
  { name: 'Typo', abbreviation: 'ty', text: 'At {hour}.', language: null },
  { name: 'Zyste', abbreviation: 'zy', text: 'Einfache Zyste.', language: 'de' },
];

const field = () => document.querySelector('textarea')!;
const shown = () => document.body.textContent ?? '';
const buttonOf = (name: string) => document.querySelector<HTMLElement>(`[aria-label="${name}"]`);

interface FieldProps {
  readonly services: Pick<ReportServices, 'textBlocks' | 'dictation'>;
}

function Field({ services }: FieldProps): ReactNode {
  const [value, setValue] = useState('');
  return (
    <ReportTextArea
      services={services}
      language="en"
      values={{ clock: '10:00', size: null }}
      label="Impression"
      value={value}
      onChange={setValue}
    />
  );
}

async function openField(dictation: Dictation | null = null): Promise<void> {
  platform = await fakePlatform();
  const services = { textBlocks: createTextBlocks(platform.preferences, BLOCKS), dictation };
  await render(<Field services={services} />);
}

describe('a text block in a field', () => {
  it('replaces its abbreviation after a space or Tab', async () => {
    await openField();
    await typeText(field(), 'Seen. ;CY');
    await press(' ', field());
    expect(field().value).toBe('Seen. Simple cyst at 10:00. ');
    await typeText(field(), ';cy');
    await press('Tab', field());
    expect(field().value).toBe('Simple cyst at 10:00.');
    expect(field().selectionStart).toBe(field().value.length);
  });

  it.each([
    [';sz', '{size}'],
    [';ty', '{hour} is not a placeholder'],
  ])('with a placeholder that it can’t fill leaves %s and says why', async (typed, reason) => {
    await openField();
    await typeText(field(), typed);
    await press('Tab', field());
    expect(field().value).toBe(typed);
    expect(shown()).toContain(reason);
    await typeText(field(), 'Other text');
    expect(shown()).not.toContain(reason);
  });

  it('leaves unknown abbreviations, those of another language and words alone', async () => {
    await openField();
    for (const typed of [';none', ';zy', 'word;cy', ';']) {
      await typeText(field(), typed);
      await press(' ', field());
      expect(field().value).toBe(typed);
    }
  });
});

describe('dictation into a field', () => {
  function fakeRecogniser() {
    const recogniser: SpeechRecogniser & { say(text: string): Promise<void> } = {
      lang: '',
      continuous: false,
      interimResults: false,
      onresult: null,
      onerror: null,
      onend: null,
      start: () => undefined,
      abort: () => undefined,
      say: (transcript) =>
        act(async () => {
          const result = Object.assign([{ transcript }], { isFinal: true });
          recogniser.onresult?.({ resultIndex: 0, results: [result] });
        }),
    };
    return { recogniser, dictation: createDictation(() => recogniser) };
  }

  it('has no microphone unless the site switches it on', async () => {
    await openField();
    expect(buttonOf('Dictate: Impression')).toBeNull();
  });

  it('adds phrases at the cursor until Escape', async () => {
    const { recogniser, dictation } = fakeRecogniser();
    await openField(dictation);
    await typeText(field(), 'Seen.');
    await click(buttonOf('Dictate: Impression'));
    expect(shown()).toContain('Listening');
    await recogniser.say('No mass');
    await recogniser.say('today');
    expect(field().value).toBe('Seen. No mass today');
    await press('Escape', field());
    expect(shown()).not.toContain('Listening');
    await recogniser.say('late');
    expect(field().value).toBe('Seen. No mass today');
  });

  it('says in plain words why it has stopped', async () => {
    const { recogniser, dictation } = fakeRecogniser();
    await openField(dictation);
    await click(buttonOf('Dictate: Impression'));
    await act(async () => recogniser.onerror?.({ error: 'not-allowed' }));
    expect(shown()).toContain('The browser has no permission for the microphone.');
    expect(buttonOf('Dictate: Impression')).not.toBeNull();
  });
});
