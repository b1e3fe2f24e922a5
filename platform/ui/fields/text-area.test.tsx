// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { render, type, unmountAll } from '../testing.ts';
import { TextArea } from './text-area.tsx';

afterEach(unmountAll);

describe('a text area', () => {
  it('is described by error, help and remaining length', async () => {
    const page = await render(
      <TextArea
        label="Note"
        value="12345678"
        maxLength={10}
        help="Visible to all users"
        error="No names, please"
        onChange={() => undefined}
      />,
    );
    const area = page.host.querySelector('textarea');
    const descriptions = (area?.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(descriptions).toEqual([
      'No names, please',
      'Visible to all users',
      '8 of 10 characters',
    ]);
    expect(area?.getAttribute('aria-invalid')).toBe('true');
  });

  it('takes the focus on mount with autoFocus', async () => {
    await render(<TextArea label="Note" value="" autoFocus onChange={() => undefined} />);
    expect(document.activeElement?.tagName).toBe('TEXTAREA');
  });

  it('shows no count far below the limit', async () => {
    const page = await render(
      <TextArea label="Note" value="1234567" maxLength={10} onChange={() => undefined} />,
    );
    expect(page.host.textContent).not.toContain('of 10');
  });

  it('emits typed text', async () => {
    const onChange = vi.fn();
    const page = await render(<TextArea label="Note" value="" onChange={onChange} />);
    await type(page.host.querySelector('textarea'), 'Lump\nleft');
    expect(onChange).toHaveBeenCalledWith('Lump\nleft');
  });
});
