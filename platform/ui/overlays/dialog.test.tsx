// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from '../buttons/button.tsx';
import { click, press, render, unmountAll } from '../testing.ts';
import { Dialog } from './dialog.tsx';

afterEach(unmountAll);

describe('a dialog', () => {
  it('is named by its title and takes the focus', async () => {
    await render(
      <Dialog title="New patient" open onClose={() => undefined}>
        <Button autoFocus>Create</Button>
      </Dialog>,
    );
    const dialog = document.querySelector('[role="dialog"]');
    const title = document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '');
    expect(title?.textContent).toBe('New patient');
    expect(dialog?.contains(document.activeElement)).toBe(true);
  });

  it('closes by Escape and by its close button', async () => {
    const onClose = vi.fn();
    await render(
      <Dialog title="Import" open onClose={onClose}>
        <Button autoFocus>Import</Button>
      </Dialog>,
    );
    await press('Escape');
    expect(onClose).toHaveBeenCalledTimes(1);
    await click(document.querySelector('[aria-label="Close"]'));
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('can’t be closed when it is not dismissable, as during an upload', async () => {
    const onClose = vi.fn();
    await render(
      <Dialog title="Import" open dismissable={false} onClose={onClose}>
        <Button autoFocus>Cancel upload</Button>
      </Dialog>,
    );
    await press('Escape');
    expect(onClose).not.toHaveBeenCalled();
    expect(document.querySelector('[aria-label="Close"]')).toBeNull();
  });
});
