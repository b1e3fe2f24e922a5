// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Select } from './select.tsx';
import { click, render, unmountAll } from './testing.ts';

const OPTIONS = [
  { id: 'F', label: 'Female' },
  { id: 'M', label: 'Male' },
] as const;

afterEach(unmountAll);

describe('a select', () => {
  it('says that nothing is chosen yet', async () => {
    const page = await render(
      <Select label="Sex" options={OPTIONS} value={null} onChange={() => undefined} />,
    );
    expect(page.host.querySelector('button')?.textContent).toContain('--select one--');
  });

  it('opens its list and hands on the choice', async () => {
    const onChange = vi.fn();
    const page = await render(
      <Select label="Sex" options={OPTIONS} value="F" onChange={onChange} />,
    );
    expect(page.host.querySelector('button')?.textContent).toContain('Female');
    await click(page.host.querySelector('button'));
    const options = [...document.querySelectorAll('[role="option"]')];
    expect(options.map((option) => option.textContent)).toEqual(['Female', 'Male']);
    await click(options[1]);
    expect(onChange).toHaveBeenCalledWith('M');
  });
});
