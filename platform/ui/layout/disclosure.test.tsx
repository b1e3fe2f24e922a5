// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { StateDot } from '../display/state-dot.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import { click, render, unmountAll } from '../testing.ts';
import { Disclosure } from './disclosure.tsx';

afterEach(unmountAll);

describe('a disclosure', () => {
  it('hides its closed content, also from screen readers, and opens by its title', async () => {
    const page = await render(<Disclosure title="History">Lump left</Disclosure>);
    const button = page.host.querySelector('button');
    const panel = document.getElementById(button?.getAttribute('aria-controls') ?? '');
    expect(panel?.hidden).toBe(true);
    expect(button?.getAttribute('aria-expanded')).toBe('false');
    await click(button);
    expect(button?.getAttribute('aria-expanded')).toBe('true');
    expect(panel?.hidden).toBe(false);
    expect(page.host.querySelector('h3')?.textContent).toBe('History');
  });
});

describe('a state dot', () => {
  it('hides the dot from screen readers and shows the text', async () => {
    const page = await render(<StateDot tone="danger" label="Locked" />);
    expect(page.host.textContent).toBe('Locked');
    expect(page.host.querySelector('[data-state="danger"]')?.getAttribute('aria-hidden')).toBe(
      'true',
    );
  });
});

describe('a skeleton', () => {
  it('announces the loading content once and hides its lines from screen readers', async () => {
    const page = await render(<Skeleton lines={3} label="Loading patient" />);
    expect(page.host.querySelector('[role="status"]')?.textContent).toBe('Loading patient');
    expect(page.host.querySelectorAll('[aria-hidden="true"]').length).toBe(3);
  });
});
