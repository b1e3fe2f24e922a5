// @vitest-environment jsdom
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { focus, press, render, type, unmountAll } from '#ui/testing';
import { SuspicionField } from './suspicion-field.tsx';

afterEach(unmountAll);

function Rated() {
  const [value, setValue] = useState<number | null>(null);
  return (
    <>
      <SuspicionField name="Right breast" value={value} onChange={setValue} />
      <output>{value ?? 'none'}</output>
    </>
  );
}

const rate = async (text: string): Promise<void> => {
  const field = document.querySelector<HTMLInputElement>('input[inputmode]');
  await focus(field);
  await type(field, text);
  await press('Enter', field);
};
const rated = () => document.querySelector('output')?.textContent;

describe('the suspicion of a breast', () => {
  it('takes a number from 0 to 100', async () => {
    await render(<Rated />);
    await rate('15');
    expect(rated()).toBe('15');
  });

  it('rejects a number outside, instead of taking the highest suspicion', async () => {
    await render(<Rated />);
    await rate('15');
    await rate('150');
    expect(rated()).toBe('15');
    expect(document.body.textContent).toContain('150 is outside 0 to 100.');
    await rate('20');
    expect(document.body.textContent).not.toContain('outside');
  });
});
