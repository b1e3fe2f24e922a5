// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type NoticeKind, UNDO_MS } from '#core';
import { click, focus, press, render, unmountAll } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { NoticesView } from './notices-view.tsx';

let opened: FakeApplication | null = null;

afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

/** Time in ms for which a note stays on the screen. */
const NOTE_MS = 2_500;

async function open() {
  opened = await fakeApplication();
  const { notices } = opened.services;
  const { clock } = opened.platform;
  await render(opened.wrap(<NoticesView />));
  const show = (kind: NoticeKind, text: string, run?: () => void) =>
    act(async () => notices.show(kind, text, run === undefined ? null : { label: 'Undo', run }));
  const advance = (ms: number) => act(async () => clock.advance(ms));
  return { notices, show, advance };
}

const texts = (within = 'section'): readonly string[] =>
  [...document.querySelectorAll(`${within} p`)].map((paragraph) => paragraph.textContent ?? '');
const noticeElement = () => document.querySelector('[data-kind]');

describe('a notice on the screen', () => {
  it.each<[NoticeKind, string, string]>([
    ['info', 'status', 'Note'],
    ['success', 'status', 'Done'],
    ['warning', 'status', 'Warning'],
    ['developer', 'status', 'Error, shown in developer mode'],
    ['failed', 'alert', 'Failed'],
    ['user-error', 'alert', 'Error'],
    ['validation', 'alert', 'Check your input'],
  ])('of kind %s has the role %s and is labelled %s', async (kind, role, name) => {
    const { show } = await open();
    expect(
      document.querySelector(`[role=${role}]`),
      'the live region exists before the first notice',
    ).not.toBeNull();
    await show(kind, 'Words');
    expect(texts(`[role=${role}]`)).toEqual(['Words']);
    expect(noticeElement()?.querySelector('svg[role=img]')?.getAttribute('aria-label')).toBe(name);
  });

  it('stays while the pointer is over it and disappears afterwards', async () => {
    const { show, advance } = await open();
    await show('info', 'Words');
    const region = document.querySelector('section');
    await act(async () => {
      region?.dispatchEvent(new MouseEvent('pointerover', { bubbles: true }));
    });
    await advance(60_000);
    expect(texts()).toEqual(['Words']);
    await act(async () => {
      region?.dispatchEvent(new MouseEvent('pointerout', { bubbles: true }));
    });
    await advance(NOTE_MS);
    expect(texts()).toEqual([]);
  });

  it('stays while the focus is in it', async () => {
    const { show, advance } = await open();
    await show('info', 'Words', vi.fn());
    await focus(document.querySelector('section button'));
    await advance(60_000);
    expect(texts()).toEqual(['Words']);
    await act(async () => (document.activeElement as HTMLElement).blur());
    await advance(UNDO_MS);
    expect(texts()).toEqual([]);
  });

  it('is dismissed with Escape or its button and does not pause later notices', async () => {
    const { show, advance } = await open();
    await show('validation', 'One');
    await focus(document.querySelector('section button'));
    // The first Escape closes the tooltip of the button.
    await press('Escape');
    await press('Escape');
    expect(texts()).toEqual([]);
    await show('validation', 'Two');
    await click(document.querySelector('section button'));
    expect(texts()).toEqual([]);
    await show('info', 'Three');
    await advance(NOTE_MS);
    expect(texts()).toEqual([]);
  });

  it('disappears after another notice was removed under the pointer and the focus', async () => {
    const { show, advance } = await open();
    await show('info', 'Deleted', vi.fn());
    await show('info', 'Restored');
    const button = document.querySelector('section button');
    await focus(button);
    await act(async () => {
      button?.dispatchEvent(new MouseEvent('pointerover', { bubbles: true }));
    });
    await click(button);
    expect(texts()).toEqual(['Restored']);
    await advance(60_000);
    expect(texts(), 'the pointer has not moved yet').toEqual(['Restored']);
    await act(async () => {
      document.body.dispatchEvent(new MouseEvent('pointermove', { bubbles: true }));
    });
    await advance(NOTE_MS);
    expect(texts()).toEqual([]);
  });

  it('runs its action once', async () => {
    const { show } = await open();
    const run = vi.fn();
    await show('info', 'Finding deleted', run);
    await click(document.querySelector('section button'));
    expect(run).toHaveBeenCalledOnce();
    expect(texts()).toEqual([]);
  });
});
