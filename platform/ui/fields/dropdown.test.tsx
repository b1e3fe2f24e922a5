// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { click, focus, press, render, unmountAll } from '../testing.ts';
import { Dropdown } from './dropdown.tsx';

const OPTIONS = [
  { id: 'F', label: 'Female' },
  { id: 'M', label: 'Male' },
] as const;
const GROUPS = [
  { title: 'Inside', options: [{ id: 'A', label: 'Abbey' }] },
  { title: 'Outside', options: [{ id: 'B', label: 'Beach' }] },
] as const;

afterEach(unmountAll);

const labels = (): readonly (string | null)[] =>
  [...document.querySelectorAll('[role="option"]')].map((option) => option.textContent);
const option = (text: string): Element | undefined =>
  [...document.querySelectorAll('[role="option"]')].find((option) => option.textContent === text);

describe('a dropdown', () => {
  it('shows the placeholder without a selection and emits the choice', async () => {
    const onChange = vi.fn();
    const page = await render(
      <Dropdown label="Sex" options={OPTIONS} value={null} onChange={onChange} />,
    );
    expect(page.host.querySelector('button')?.textContent).toContain('--select one--');
    await click(page.host.querySelector('button'));
    expect(labels()).toEqual(['--select one--', 'Female', 'Male']);
    await click(option('Male'));
    expect(onChange).toHaveBeenCalledWith('M');
  });

  it('is cleared by its first entry', async () => {
    const onChange = vi.fn();
    const page = await render(
      <Dropdown label="Sex" options={OPTIONS} value="F" onChange={onChange} />,
    );
    expect(page.host.querySelector('button')?.textContent).toContain('Female');
    await click(page.host.querySelector('button'));
    await click(option('--select one--'));
    expect(onChange).toHaveBeenCalledWith(null);
  });

  it('offers and accepts no empty choice when required', async () => {
    const onChange = vi.fn();
    const page = await render(
      <Dropdown label="Sex" options={OPTIONS} value="F" nonNullable onChange={onChange} />,
    );
    await click(page.host.querySelector('button'));
    expect(labels()).toEqual(['Female', 'Male']);
    await press('Escape');
    // Browser autofill sets the hidden native select, also to an empty value.
    const native = page.host.querySelector('select');
    if (native === null) throw new Error('There is no native select');
    await act(async () => {
      native.value = '';
      native.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(onChange).not.toHaveBeenCalled();
  });

  it('opens and selects by keyboard alone', async () => {
    const onChange = vi.fn();
    const page = await render(
      <Dropdown label="Sex" options={OPTIONS} value={null} onChange={onChange} />,
    );
    const trigger = page.host.querySelector('button');
    await focus(trigger);
    await press('ArrowDown');
    expect(trigger?.getAttribute('aria-expanded')).toBe('true');
    await press('ArrowDown');
    await press('Enter');
    expect(onChange).toHaveBeenCalledWith('F');
  });

  it('has groups with accessible titles', async () => {
    const page = await render(
      <Dropdown label="Place" groups={GROUPS} value="B" onChange={() => undefined} />,
    );
    expect(page.host.querySelector('button')?.textContent).toContain('Beach');
    await click(page.host.querySelector('button'));
    const names = [...document.querySelectorAll('[role="group"]')].map(
      (group) =>
        document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent ?? null,
    );
    expect(names).toEqual(['Inside', 'Outside']);
  });

  it('is described by help and error, and named without a visible label', async () => {
    const page = await render(
      <Dropdown
        label="Sex"
        labelHidden
        options={OPTIONS}
        value={null}
        help="As in the passport"
        error="Choose one"
        onChange={() => undefined}
      />,
    );
    const trigger = page.host.querySelector('button');
    const descriptions = (trigger?.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(descriptions).toContain('Choose one');
    expect(descriptions).toContain('As in the passport');
    const names = (trigger?.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.getAttribute('aria-label'));
    expect(names).toContain('Sex');
  });
});
