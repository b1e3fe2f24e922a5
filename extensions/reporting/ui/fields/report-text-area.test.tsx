// @vitest-environment jsdom
import { act, type ReactNode, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { type FakePlatform, fakePlatform } from '#core/testing';
import { Dialog, TextField } from '#ui';
import { click, press, render, type as typeText, unmountAll, until } from '#ui/testing';
import type { TextBlockFields } from '../../model/text-blocks.ts';
import type { Dictation } from '../../state/dictation.ts';
import type { ReportServices } from '../../state/report-services.ts';
import { fakeRecogniser } from '../../state/test-support/fake-recogniser.ts';
import { createTextBlocks } from '../../state/text-blocks.ts';
import { ReportTextArea } from './report-text-area.tsx';

let platform: FakePlatform | null = null;
afterEach(async () => {
  await unmountAll();
  platform?.dispose();
  Reflect.deleteProperty(document, 'execCommand');
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

/** A field of the report, another field, and a dialog that asks for a password. */
function Field({ services }: FieldProps): ReactNode {
  const [value, setValue] = useState('');
  const [other, setOther] = useState('');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ReportTextArea
        services={services}
        language="en"
        values={{ clock: '10:00', size: null }}
        label="Impression"
        value={value}
        onChange={setValue}
      />
      <TextField label="Other" value={other} onChange={setOther} />
      <button type="button" onClick={() => setAsking(true)}>
        Sign
      </button>
      <button type="button" onClick={() => setValue('Now')}>
        Update
      </button>
      <Dialog title="Sign" open={isAsking} onClose={() => setAsking(false)}>
        <TextField label="Password" type="password" value={other} autoFocus onChange={setOther} />
      </Dialog>
    </>
  );
}

/** Adds the command of browsers, which writes into the active field whatever it is. */
function addInsertCommand(): void {
  const execCommand = (_command: string, _ui: boolean, text: string): boolean => {
    const active = document.activeElement;
    if (!(active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement))
      return false;
    active.setRangeText(text, active.selectionStart ?? 0, active.selectionEnd ?? 0, 'end');
    active.dispatchEvent(new Event('input', { bubbles: true }));
    return true;
  };
  Object.assign(document, { execCommand });
}

const buttonNamed = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const inputNamed = (name: string) =>
  [...document.querySelectorAll('input')].find(
    ({ labels }) => labels?.[0]?.textContent?.startsWith(name) === true,
  )!;

async function openField(dictation: Dictation | null = null): Promise<void> {
  platform = await fakePlatform();
  const services = { textBlocks: createTextBlocks(platform, BLOCKS), dictation };
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

  it('is inserted at the cursor of a text that changed while the list was open', async () => {
    await openField();
    await typeText(field(), 'A long text before');
    await click(buttonOf('Insert a text block'));
    await until(() => shown().includes('Simple cyst'));
    await click(buttonNamed('Update'));
    const [option] = document.querySelectorAll<HTMLElement>('[role="option"]');
    await click(option);
    await until(() => field().value === 'NowSimple cyst at 10:00.');
    expect(field().selectionStart).toBe(field().value.length);
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

  it('leaves the focus in another field', async () => {
    addInsertCommand();
    const { recogniser, dictation } = fakeRecogniser();
    await openField(dictation);
    await click(buttonOf('Dictate: Impression'));
    expect(document.activeElement).toBe(field());
    await act(async () => inputNamed('Other').focus());
    await recogniser.say('Oval');
    expect(document.activeElement).toBe(inputNamed('Other'));
    expect([field().value, inputNamed('Other').value]).toEqual(['Oval', '']);
  });

  it('ends when a dialog opens, whose fields get no phrase', async () => {
    addInsertCommand();
    const { recogniser, dictation } = fakeRecogniser();
    await openField(dictation);
    await click(buttonOf('Dictate: Impression'));
    await click(buttonNamed('Sign'));
    await until(() => document.activeElement === inputNamed('Password'));
    expect(shown()).not.toContain('Listening');
    await recogniser.say('secret');
    expect(document.activeElement).toBe(inputNamed('Password'));
    expect([field().value, inputNamed('Password').value]).toEqual(['', '']);
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
