// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { render, unmountAll } from '../testing.ts';
import { NumberField } from './number-field.tsx';

afterEach(unmountAll);

async function renderField(labelHidden: boolean) {
  const { host } = await render(
    <NumberField
      label="Depth"
      labelHidden={labelHidden}
      value={14}
      unit="mm"
      onChange={() => undefined}
    />,
  );
  return { label: host.querySelector('label'), input: host.querySelector('input') };
}

describe('a number field', () => {
  it('shows its label', async () => {
    const { label, input } = await renderField(false);
    expect(label?.textContent).toBe('Depth');
    expect(label?.htmlFor).toBe(input?.id);
  });

  it('uses a hidden label as its accessible name', async () => {
    const { label, input } = await renderField(true);
    expect(label).toBeNull();
    expect(input?.getAttribute('aria-label')).toBe('Depth');
  });

  it('shows an error, and announces it with the input', async () => {
    const { host } = await render(
      <NumberField label="Depth" value={14} error="Too deep" onChange={() => undefined} />,
    );
    const input = host.querySelector('input');
    const described = document.getElementById(input?.getAttribute('aria-describedby') ?? '');
    expect([described?.textContent, input?.getAttribute('aria-invalid')]).toEqual([
      'Too deep',
      'true',
    ]);
  });
});
