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

  it('keeps a text that is too long and says how many characters are too many', async () => {
    const onChange = vi.fn();
    const page = await render(
      <TextArea label="Note" value="" maxLength={10} onChange={onChange} />,
    );
    const area = page.host.querySelector('textarea');
    expect(area?.hasAttribute('maxlength')).toBe(false);
    await type(area, '123456789012');
    expect(onChange).toHaveBeenCalledWith('123456789012');
    await page.draw(
      <TextArea
        label="Note"
        value="123456789012"
        maxLength={10}
        error="Too long"
        onChange={onChange}
      />,
    );
    expect(area?.getAttribute('aria-invalid')).toBe('true');
    expect(page.host.textContent).toContain(
      '2 characters too many; the text can have up to 10 characters',
    );
    expect(page.host.textContent).not.toContain('Too long');
  });

  it('emits typed text', async () => {
    const onChange = vi.fn();
    const page = await render(<TextArea label="Note" value="" onChange={onChange} />);
    await type(page.host.querySelector('textarea'), 'Lump\nleft');
    expect(onChange).toHaveBeenCalledWith('Lump\nleft');
  });

  it('submits on Ctrl + Enter and starts a new line on Enter alone', async () => {
    const onSubmit = vi.fn();
    const page = await render(
      <TextArea label="Note" value="Lump" onChange={() => undefined} onSubmit={onSubmit} />,
    );
    const area = page.host.querySelector('textarea');
    const pressEnter = (modifier: object): boolean => {
      const init = { key: 'Enter', bubbles: true, cancelable: true, ...modifier };
      return area?.dispatchEvent(new KeyboardEvent('keydown', init)) ?? false;
    };
    expect(pressEnter({})).toBe(true);
    expect(onSubmit).not.toHaveBeenCalled();
    expect(pressEnter({ ctrlKey: true })).toBe(false);
    expect(pressEnter({ metaKey: true })).toBe(false);
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });
});
