// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { click, render, unmountAll } from '../testing.ts';
import { Checkbox } from './checkbox.tsx';
import { Switch } from './switch.tsx';

afterEach(unmountAll);

const descriptionOf = (input: Element | null): string =>
  (input?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

describe('a checkbox', () => {
  it('ignores clicks while disabled', async () => {
    const onChange = vi.fn();
    const page = await render(<Checkbox label="Dense" checked disabled onChange={onChange} />);
    await click(page.host.querySelector('input'));
    expect(onChange).not.toHaveBeenCalled();
  });

  it('is named by its label and emits the new value', async () => {
    const onChange = vi.fn();
    const page = await render(<Checkbox label="Dense" checked={false} onChange={onChange} />);
    const input = page.host.querySelector('input');
    expect(input?.labels?.[0]?.textContent).toBe('Dense');
    await click(input);
    expect(onChange).toHaveBeenCalledWith(true);
  });

  it('has a name without a visible label and is described by its error', async () => {
    const page = await render(
      <Checkbox label="Row 3" labelHidden checked={false} error="Tick it" onChange={() => {}} />,
    );
    const input = page.host.querySelector('input');
    expect(input?.getAttribute('aria-label')).toBe('Row 3');
    expect(input?.getAttribute('aria-invalid')).toBe('true');
    expect(descriptionOf(input)).toContain('Tick it');
  });
});

describe('a switch', () => {
  it('stays unchanged while locked, but is focusable and gives the reason', async () => {
    const onChange = vi.fn();
    const page = await render(
      <Switch label="Administration" checked locked="This page needs it" onChange={onChange} />,
    );
    const input = page.host.querySelector('input');
    await click(input);
    expect(onChange).not.toHaveBeenCalled();
    expect(input?.checked).toBe(true);
    expect(input?.disabled).toBe(false);
    expect(descriptionOf(input)).toContain('This page needs it');
  });

  it('gives the reason of the lock without a visible label', async () => {
    const page = await render(
      <Switch label="AI" labelHidden checked locked="Set by the environment" onChange={() => {}} />,
    );
    const input = page.host.querySelector('input');
    expect(input?.getAttribute('aria-label')).toBe('AI');
    expect(descriptionOf(input)).toContain('Set by the environment');
  });

  it('has the switch role and emits the new value', async () => {
    const onChange = vi.fn();
    const page = await render(<Switch label="AI findings" checked={false} onChange={onChange} />);
    expect(page.host.querySelector('[role="switch"]')).not.toBeNull();
    await click(page.host.querySelector('input'));
    expect(onChange).toHaveBeenCalledWith(true);
  });
});
