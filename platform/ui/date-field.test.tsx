// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { DateField } from './date-field.tsx';
import { render, unmountAll } from './testing.ts';

afterEach(unmountAll);

const shown = async (value: string | null, latest?: string): Promise<string> => {
  const { host } = await render(
    <DateField
      label="Birth date"
      value={value}
      {...(latest === undefined ? {} : { latest })}
      onChange={() => undefined}
    />,
  );
  return host.textContent ?? '';
};

describe('a date field', () => {
  it('says the date that is kept in words', async () => {
    expect(await shown('1980-02-29')).toContain('29 February 1980');
  });

  it('says what is wrong instead when the date is not allowed', async () => {
    const text = await shown('1899-12-31');
    expect(text).not.toContain('31 December');
    expect(text).toMatch(/1900/);
  });

  it('says nothing while the date is not complete', async () => {
    expect(await shown(null)).not.toMatch(/\d{4}/);
  });
});
