// @vitest-environment jsdom
import { type ReactNode, Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { render, unmountAll } from '#ui/testing';
import { type OnDemand, onDemand } from './on-demand.tsx';

afterEach(unmountAll);

const Page = ({ name }: { readonly name: string }): ReactNode => <p>Page of {name}</p>;

/** Returns a list that records the text of the page after each commit. */
function recordTexts(): readonly string[] {
  const seen: string[] = [];
  const observer = new MutationObserver(() => seen.push(document.body.textContent ?? ''));
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  return seen;
}

const show = (OnDemandPage: OnDemand<{ readonly name: string }>) =>
  render(
    <Suspense fallback="Loading">
      <OnDemandPage name="Ada" />
    </Suspense>,
  );

const waitForPage = () => expect.poll(() => document.body.textContent).toContain('Page of Ada');

describe('a component with code on demand', () => {
  it('shows the fallback until its code is loaded', async () => {
    const seen = recordTexts();
    await show(onDemand(async () => Page));
    await waitForPage();
    expect(seen.join()).toContain('Loading');
  });

  it('renders without the fallback after a preload, and loads once', async () => {
    const load = vi.fn(async () => Page);
    const OnDemandPage = onDemand(load);
    await OnDemandPage.preload();
    const seen = recordTexts();
    await show(OnDemandPage);
    await waitForPage();
    expect(seen.join()).not.toContain('Loading');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('loads again on render after a failed preload', async () => {
    const load = vi.fn(async () => Page).mockRejectedValueOnce(new Error('offline'));
    const OnDemandPage = onDemand(load);
    await OnDemandPage.preload();
    await show(OnDemandPage);
    await waitForPage();
    expect(load).toHaveBeenCalledTimes(2);
  });
});
