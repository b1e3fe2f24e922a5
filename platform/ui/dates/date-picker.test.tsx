// @vitest-environment jsdom
import { type ReactNode, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { click, focus, press, render, unmountAll } from '../testing.ts';
import { DatePicker } from './date-picker.tsx';
import { TimePicker } from './time-picker.tsx';

afterEach(unmountAll);

const segments = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[role="spinbutton"]'),
];
const descriptionOf = (element: Element | null | undefined): string =>
  (element?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

/** A date picker in a controlled form. */
function ControlledDatePicker(props: {
  onChange(value: string | null): void;
  onErrorChange(reason: string | null): void;
}): ReactNode {
  const [value, setValue] = useState<string | null>('2026-03-31');
  const change = (next: string | null): void => {
    props.onChange(next);
    setValue(next);
  };
  return (
    <>
      <DatePicker
        label="From"
        value={value}
        onChange={change}
        onErrorChange={props.onErrorChange}
      />
      <button type="submit">Save</button>
    </>
  );
}

describe('a date picker', () => {
  it('rejects dates outside its limits and names the limit', async () => {
    const page = await render(
      <DatePicker
        label="From"
        value="2026-01-01"
        earliest="2026-02-01"
        onChange={() => undefined}
      />,
    );
    expect(page.host.textContent).toContain('The earliest possible date is 1 February');
    expect(descriptionOf(segments()[0])).toContain('The earliest possible date');
    await page.draw(<DatePicker label="From" value="1899-12-31" onChange={() => undefined} />);
    expect(page.host.textContent).toContain('Date should be a greater than year 1900');
  });

  it('is empty for a nonexistent date', async () => {
    await render(<DatePicker label="From" value="2026-02-30" onChange={() => undefined} />);
    expect(segments().map((segment) => segment.textContent)).toEqual(['yyyy', 'mm', 'dd']);
  });

  it('rejects a day that the month lacks on blur, and shows the error until the next input', async () => {
    const onChange = vi.fn();
    const onErrorChange = vi.fn();
    const page = await render(
      <ControlledDatePicker onChange={onChange} onErrorChange={onErrorChange} />,
    );
    await focus(segments()[1]);
    await press('ArrowDown');
    expect(segments().map((segment) => segment.textContent)).toEqual(['2026', '02', '31']);
    await focus(document.querySelector<HTMLElement>('button[type="submit"]'));
    expect(onChange.mock.calls).toEqual([[null]]);
    expect(onErrorChange.mock.calls).toEqual([['February 2026 has only 28 days']]);
    expect(page.host.textContent).toContain('February 2026 has only 28 days');
    expect(descriptionOf(segments()[0])).toContain('February 2026 has only 28 days');
    await focus(segments()[0]);
    expect(page.host.textContent).toContain('February 2026 has only 28 days');
    await press('ArrowUp');
    expect(onErrorChange.mock.lastCall).toEqual([null]);
    expect(page.host.textContent).not.toContain('has only');
  });

  it('accepts the date once an impossible day has been changed to an existing day', async () => {
    const onChange = vi.fn();
    await render(<DatePicker label="From" value="2026-03-29" onChange={onChange} />);
    await focus(segments()[1]);
    await press('ArrowDown');
    await focus(segments()[2]);
    await press('ArrowDown');
    expect(onChange.mock.calls).toEqual([['2026-02-28']]);
  });

  it('has the order year, month, day', async () => {
    await render(<DatePicker label="From" value="2026-03-09" onChange={() => undefined} />);
    expect(segments().map((segment) => segment.textContent)).toEqual(['2026', '03', '09']);
  });

  it('steps a part by arrow keys', async () => {
    const onChange = vi.fn();
    await render(<DatePicker label="From" value="2026-03-09" onChange={onChange} />);
    await focus(segments()[2]);
    await press('ArrowUp');
    expect(onChange).toHaveBeenCalledWith('2026-03-10');
  });

  it('opens a calendar that disables days after the latest date', async () => {
    const onChange = vi.fn();
    const page = await render(
      <DatePicker label="From" value="2026-03-09" latest="2026-03-10" onChange={onChange} />,
    );
    await click(page.host.querySelector('button'));
    const day = (number: string): Element | undefined =>
      [...document.querySelectorAll('[role="gridcell"] [role="button"]')].find(
        (cell) => cell.textContent === number,
      );
    await click(day('11'));
    expect(onChange).not.toHaveBeenCalled();
    await click(day('10'));
    expect(onChange).toHaveBeenCalledWith('2026-03-10');
  });

  it('can be cleared in its calendar unless required', async () => {
    const onChange = vi.fn();
    const clearButton = (): HTMLButtonElement | undefined =>
      [...document.querySelectorAll('button')].find((button) => button.textContent === 'No date');
    const page = await render(<DatePicker label="From" value="2026-03-09" onChange={onChange} />);
    await click(page.host.querySelector('button'));
    await click(clearButton());
    expect(onChange).toHaveBeenCalledWith(null);
    await unmountAll();
    const form = await render(
      <DatePicker label="From" value="2026-03-09" required onChange={onChange} />,
    );
    await click(form.host.querySelector('button'));
    expect(document.querySelector('[role="gridcell"]')).not.toBeNull();
    expect(clearButton()).toBeUndefined();
  });
});

describe('a time picker', () => {
  it('is empty for a time outside the day', async () => {
    await render(<TimePicker label="Start" value="24:00" onChange={() => undefined} />);
    expect(segments().map((segment) => segment.getAttribute('aria-valuenow'))).toEqual([
      null,
      null,
    ]);
  });

  it('shows 24 hours and steps by arrow keys', async () => {
    const onChange = vi.fn();
    await render(<TimePicker label="Start" value="21:05" onChange={onChange} />);
    expect(segments().map((segment) => segment.textContent)).toEqual(['21', '05']);
    await focus(segments()[1]);
    await press('ArrowDown');
    expect(onChange).toHaveBeenCalledWith('21:04');
  });

  it('is described by its error', async () => {
    await render(
      <TimePicker label="Start" value={null} error="Choose a time" onChange={() => undefined} />,
    );
    expect(descriptionOf(segments()[0])).toContain('Choose a time');
  });
});
