// @vitest-environment jsdom
import { act, type ReactNode, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { click, focus, press, render, type, unmountAll } from '../testing.ts';
import { DateInput } from './date-input.tsx';

afterEach(unmountAll);

const onChange = vi.fn();
const onErrorChange = vi.fn();

function Form({ start = null }: { readonly start?: string | null }): ReactNode {
  const [value, setValue] = useState(start);
  return (
    <>
      <DateInput
        label="Birth date"
        value={value}
        latest="2026-11-20"
        onErrorChange={onErrorChange}
        onChange={(next) => {
          onChange(next);
          setValue(next);
        }}
      />
      <button type="button">Next field</button>
    </>
  );
}

async function renderForm(start: string | null = null) {
  onChange.mockReset();
  onErrorChange.mockReset();
  const page = await render(<Form start={start} />);
  const input = (name: string): HTMLInputElement | null =>
    page.host.querySelector(`[aria-label="${name}"]`);
  const chooseMonth = async (name: string): Promise<void> => {
    await click(page.host.querySelector('button'));
    await click(
      [...document.querySelectorAll('[role="option"]')].find(
        (option) => option.textContent === name,
      ),
    );
  };
  const message = (): string => page.host.querySelector('[aria-live]')?.textContent ?? '';
  return { page, input, chooseMonth, message };
}

describe('a date input of three parts', () => {
  it('rejects letters, early years and late days at the affected part, and announces the error', async () => {
    const { input, message } = await renderForm();
    await type(input('Year'), '19a');
    expect(message()).toBe('Year should be a number');
    expect(input('Year')?.getAttribute('aria-invalid')).toBe('true');
    expect(input('Day')?.getAttribute('aria-invalid')).toBeNull();
    await type(input('Year'), '1899');
    expect(message()).toBe('Date should be a greater than year 1900');
    await type(input('Year'), '1980');
    await type(input('Day'), 'x');
    expect(message()).toBe('Day should be a number');
    await type(input('Day'), '32');
    expect(message()).toBe('Day should be a less than 31');
    const description = document.getElementById(
      input('Day')?.getAttribute('aria-describedby') ?? '',
    );
    expect(description?.textContent).toBe('Day should be a less than 31');
    expect(onChange).not.toHaveBeenCalled();
  });

  it('limits the year to four characters, also when pasted', async () => {
    const { input } = await renderForm();
    expect(input('Year')?.maxLength).toBe(4);
    await type(input('Year'), '198012');
    expect(input('Year')?.value).toBe('1980');
  });

  it('emits a complete date, and null when a day becomes invalid', async () => {
    const { input, chooseMonth, message } = await renderForm();
    await type(input('Year'), '1980');
    await chooseMonth('February');
    await type(input('Day'), '29');
    expect(onChange.mock.calls).toEqual([['1980-02-29']]);
    await type(input('Year'), '1981');
    expect(onChange).toHaveBeenLastCalledWith(null);
    expect(message()).toBe('February 1981 has only 28 days');
    expect(onErrorChange).toHaveBeenLastCalledWith('February 1981 has only 28 days');
    expect(input('Day')?.value).toBe('29');
  });

  it('shows a value set from outside', async () => {
    const { page, input } = await renderForm('1974-03-09');
    expect(input('Year')?.value).toBe('1974');
    expect(page.host.querySelector('button')?.textContent).toContain('March');
    expect(input('Day')?.value).toBe('9');
  });

  it('reports an incomplete date only after the focus has left', async () => {
    const { page, input, message } = await renderForm();
    await focus(input('Year'));
    await type(input('Year'), '1980');
    await focus(input('Day'));
    expect(message()).toBe('');
    expect(onErrorChange, 'a form must not be sent').toHaveBeenLastCalledWith(
      'Enter year, month and day',
    );
    await focus([...page.host.querySelectorAll('button')].at(-1));
    expect(message()).toBe('Enter year, month and day');
  });

  it('reports no error while the month list is open', async () => {
    const { page, input, message } = await renderForm();
    await type(input('Year'), '1980');
    const trigger = page.host.querySelector('button');
    await focus(trigger);
    await press('ArrowDown');
    await act(async () => undefined);
    expect(document.querySelector('[role="listbox"]')).not.toBeNull();
    expect(message()).toBe('');
  });
});
