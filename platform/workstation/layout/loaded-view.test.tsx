// @vitest-environment jsdom
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { View } from '#core';
import { click, render, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { errorTexts } from '../texts/error-texts.ts';
import { LoadedView } from './loaded-view.tsx';

let opened: FakeApplication | null = null;

afterEach(async () => {
  vi.restoreAllMocks();
  await unmountAll();
  opened?.dispose();
  opened = null;
});

const text = () => document.body.textContent ?? '';

function Body(): ReactNode {
  return <p>Body of the view</p>;
}

describe('LoadedView', () => {
  it('hides the failure and loads again after a retry', async () => {
    opened = await fakeApplication('PHYSICIAN');
    const resolvers: ((view: View<object>) => void)[] = [];
    let attempts = 0;
    const load = (): Promise<View<object>> => {
      attempts += 1;
      if (attempts === 1) return Promise.reject(new Error('Broken view'));
      return new Promise((resolve) => {
        resolvers.push(resolve);
      });
    };
    await render(
      opened.wrap(
        <LoadedView label="Findings" definition={{ load }} source="org.example.views" props={{}} />,
      ),
    );
    await until(() => text().includes('Broken view'));
    await click(
      [...document.querySelectorAll('button')].find(
        (button) => button.textContent === errorTexts.tryAgain,
      ),
    );
    expect(text()).not.toContain('Broken view');
    expect(attempts).toBe(2);
    resolvers[0]?.(Body as unknown as View<object>);
    await until(() => text().includes('Body of the view'));
  });

  it.each<[string, () => Promise<View<object>>]>([
    ['its code cannot be loaded', () => Promise.reject(new Error('Broken view'))],
    [
      'drawing it fails',
      async () => () => {
        throw new Error('Broken view');
      },
    ],
  ])('shows in a bar only an icon, which opens the reason, when %s', async (_, load) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    opened = await fakeApplication('PHYSICIAN');
    await render(
      opened.wrap(
        <LoadedView
          label="Density"
          definition={{ load }}
          source="org.example.views"
          props={{}}
          compact
        />,
      ),
    );
    await until(() => document.querySelector('button') !== null);
    const icon = document.querySelector('button');
    expect(icon?.getAttribute('aria-label')).toContain('Density');
    expect(text()).toBe('');
    await click(icon);
    await until(() => text().includes('Broken view'));
  });
});
