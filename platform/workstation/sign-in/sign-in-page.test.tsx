// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CallProblem } from '#core';
import { storedLocale } from '#core/light';
import { ENGLISH, fail, ok, type Result, setLocale } from '#foundation';
import { click, render, type, unmountAll } from '#ui/testing';
import { aCallProblem } from '../test-support/a-call-problem.ts';
import { SignInPage, type SignInPageProps } from './sign-in-page.tsx';

afterEach(unmountAll);

const INVALID_CREDENTIALS = aCallProblem({ status: 401 });

async function open(changes: Partial<SignInPageProps> = {}) {
  const signIn = vi.fn(async (): Promise<Result<unknown, CallProblem>> => ok({}));
  const props: SignInPageProps = {
    version: '1.0.0',
    organization: 'Northfield Breast Centre',
    returnsTo: null,
    notice: null,
    onStartTyping: vi.fn(),
    signIn,
    ...changes,
  };
  const { host } = await render(<SignInPage {...props} />);
  const field = (name: string) => host.querySelector(`input[name=${name}]`);
  const submit = () => click(host.querySelector('button[type=submit]'));
  return { host, props, field, submit };
}

describe('the sign-in page', () => {
  it('keeps the typed e-mail address, not the password, when the language changes', async () => {
    setLocale(ENGLISH, [ENGLISH, 'de']);
    onTestFinished(() => {
      setLocale(ENGLISH, [ENGLISH]);
      window.localStorage.clear();
    });
    const first = await open();
    await type(first.field('email'), 'h.lund@northfield.example');
    await type(first.field('password'), 'secret');
    const select = first.host.querySelector('select') as HTMLSelectElement;
    select.value = 'de';
    await act(async () => void select.dispatchEvent(new Event('change', { bubbles: true })));
    expect(storedLocale(window.localStorage)).toBe('de');
    // Remounts in place of the reload of the page, which jsdom does not implement.
    await unmountAll();
    const reloaded = await open();
    expect(reloaded.field('email')).toHaveProperty('value', 'h.lund@northfield.example');
    expect(reloaded.field('password')).toHaveProperty('value', '');
    await unmountAll();
    const later = await open();
    expect(later.field('email')).toHaveProperty('value', '');
  });

  it('shows the organization and the page to return to', async () => {
    const { host } = await open({ returnsTo: 'Scan' });
    expect(host.textContent).toContain('Northfield Breast Centre');
    expect(host.textContent).toContain('After sign-in you return to Scan');
  });

  it('requires both fields and sends nothing without them', async () => {
    const { host, props, submit } = await open();
    await submit();
    expect(host.textContent).toContain('Enter your e-mail address');
    expect(host.textContent).toContain('Enter your password');
    expect(props.signIn).not.toHaveBeenCalled();
  });

  it('preloads the application when the user starts typing', async () => {
    const { props, field } = await open();
    expect(props.onStartTyping).not.toHaveBeenCalled();
    await type(field('email'), 'h');
    expect(props.onStartTyping).toHaveBeenCalled();
  });

  it('shows wrong credentials beside the fields and allows a retry', async () => {
    const signIn = vi.fn(async () => fail(INVALID_CREDENTIALS));
    const { host, field, submit } = await open({ signIn });
    await type(field('email'), ' h.lund@northfield.example ');
    await type(field('password'), 'wrong');
    await submit();
    expect(signIn).toHaveBeenCalledWith('h.lund@northfield.example', 'wrong');
    expect(host.querySelector('[role=alert]')?.textContent).toContain('don’t match');
    expect(field('password')?.getAttribute('aria-invalid')).toBe('true');
    await submit();
    expect(signIn).toHaveBeenCalledTimes(2);
  });

  it('replaces the credentials error when a field is emptied', async () => {
    const { host, field, submit } = await open({ signIn: async () => fail(INVALID_CREDENTIALS) });
    await type(field('email'), 'h.lund@northfield.example');
    await type(field('password'), 'wrong');
    await submit();
    await type(field('password'), '');
    await submit();
    expect(host.textContent).toContain('Enter your password');
    expect(host.textContent).not.toContain('don’t match');
  });

  it('sends once for repeated presses', async () => {
    let finish: () => void = () => undefined;
    const signIn = vi.fn(
      () =>
        new Promise<Result<unknown, CallProblem>>((resolve) => {
          finish = () => resolve(fail(INVALID_CREDENTIALS));
        }),
    );
    const { field, submit } = await open({ signIn });
    await type(field('email'), 'h.lund@northfield.example');
    await type(field('password'), 'secret');
    await submit();
    await submit();
    expect(signIn).toHaveBeenCalledTimes(1);
    await act(async () => finish());
  });
});
