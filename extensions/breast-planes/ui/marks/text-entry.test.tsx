// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { press, render, type, unmountAll } from '#ui/testing';
import { TextEntry } from './text-entry.tsx';

afterEach(unmountAll);

async function openEntry() {
  const submit = vi.fn();
  const cancel = vi.fn();
  const entry = { text: '', at: { u: 0.5, v: 0.5 }, submit, cancel };
  const { host } = await render(<TextEntry entry={entry} at={{ x: 10, y: 20 }} />);
  const field = host.querySelector('input');
  if (field === null) throw new Error('no field');
  return { host, field, submit, cancel };
}

describe('the text field of a mark', () => {
  it('keeps a text that is too long, says by how much, and saves it once it is shorter', async () => {
    const { host, field, submit, cancel } = await openEntry();
    await type(field, 'x'.repeat(512));
    expect(field.value).toHaveLength(512);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(host.querySelector('[role=alert]')?.textContent).toContain('12 characters too many');
    await press('Enter', field);
    field.blur();
    expect([submit.mock.calls, cancel.mock.calls]).toEqual([[], []]);
    expect(host.querySelector('input')?.value).toHaveLength(512);
    await type(field, 'Cyst');
    expect(host.querySelector('[role=alert]')).toBeNull();
    await press('Enter', field);
    expect(submit.mock.calls).toEqual([['Cyst']]);
  });

  it('is left without a text by Escape', async () => {
    const { field, submit, cancel } = await openEntry();
    await type(field, 'x'.repeat(512));
    await press('Escape', field);
    expect(submit).not.toHaveBeenCalled();
    expect(cancel).toHaveBeenCalledOnce();
  });
});
