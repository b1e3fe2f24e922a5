// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { click, render, type, unmountAll } from '../testing.ts';
import { TextField } from './text-field.tsx';

afterEach(unmountAll);

describe('a text field', () => {
  it('is named by its label and described by its error', async () => {
    const page = await render(
      <TextField label="Code" value="CF 1" error="No spaces" onChange={() => undefined} />,
    );
    const input = page.host.querySelector('input');
    expect(page.host.querySelector('label')?.htmlFor).toBe(input?.id);
    expect(input?.getAttribute('aria-invalid')).toBe('true');
    const errorId = input?.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(errorId)?.textContent).toBe('No spaces');
  });

  it('emits typed text', async () => {
    const onChange = vi.fn();
    const page = await render(<TextField label="Last name" value="" onChange={onChange} />);
    await type(page.host.querySelector('input'), 'Lund');
    expect(onChange).toHaveBeenCalledWith('Lund');
  });

  it('shows a password on request and hides the password again', async () => {
    const page = await render(
      <TextField label="Password" type="password" value="secret" onChange={() => undefined} />,
    );
    const toggle = page.host.querySelector('button');
    expect(page.host.querySelector('input')?.type).toBe('password');
    await click(toggle);
    expect(page.host.querySelector('input')?.type).toBe('text');
    expect(toggle?.getAttribute('aria-label')).toBe('Hide password');
    await click(toggle);
    expect(page.host.querySelector('input')?.type).toBe('password');
  });
});
