// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { click, render, unmountAll } from '../testing.ts';
import { MultiDropdown } from './multi-dropdown.tsx';

const OPTIONS = [
  { id: 'MAMMO', label: 'Mammogram' },
  { id: 'MRI', label: 'MRI' },
  { id: 'TARUS', label: 'Targeted ultrasound' },
] as const;
type Id = (typeof OPTIONS)[number]['id'];

afterEach(unmountAll);

async function openDropdown(values: readonly Id[], max?: number) {
  const onChange = vi.fn();
  const page = await render(
    <MultiDropdown
      label="Imaging history"
      options={OPTIONS}
      values={values}
      {...(max === undefined ? {} : { max })}
      onChange={onChange}
    />,
  );
  const trigger = page.host.querySelector('button');
  await click(trigger);
  const option = (text: string): Element | undefined =>
    [...document.querySelectorAll('[role="option"]')].find((option) => option.textContent === text);
  return { onChange, trigger, option };
}

describe('a dropdown with several options', () => {
  it('limits the number of selected options and shows the limit', async () => {
    const { onChange, option } = await openDropdown(['MRI', 'TARUS'], 2);
    expect(option('Mammogram')?.getAttribute('aria-disabled')).toBe('true');
    await click(option('Mammogram'));
    expect(onChange).not.toHaveBeenCalled();
    expect(document.querySelector('[role="status"]')?.textContent).toBe('Select at most 2');
    await click(option('MRI'));
    expect(onChange).toHaveBeenCalledWith(['TARUS']);
  });

  it('shows the placeholder, the only option, or the first option and a count', async () => {
    expect((await openDropdown([])).trigger?.textContent).toContain('--select one--');
    await unmountAll();
    expect((await openDropdown(['MRI'])).trigger?.textContent).toBe('MRI');
    await unmountAll();
    expect((await openDropdown(['TARUS', 'MAMMO', 'MRI'])).trigger?.textContent).toBe(
      'Mammogram+ 2 more',
    );
  });

  it('emits the selection in list order and stays open', async () => {
    const { onChange, option, trigger } = await openDropdown(['TARUS']);
    await click(option('Mammogram'));
    expect(onChange).toHaveBeenCalledWith(['MAMMO', 'TARUS']);
    expect(trigger?.getAttribute('aria-expanded')).toBe('true');
  });
});
