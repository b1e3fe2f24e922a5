// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { click, press, render, unmountAll } from '../testing.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

afterEach(unmountAll);

async function openDialog(changes: { danger?: boolean; busy?: boolean } = {}) {
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  await render(
    <ConfirmDialog
      open
      title="Delete study?"
      confirmLabel="Delete study of Verhoeven"
      onConfirm={onConfirm}
      onClose={onClose}
      {...changes}
    >
      Deletes 2 scans too.
    </ConfirmDialog>,
  );
  const button = (text: string): HTMLButtonElement | undefined =>
    [...document.querySelectorAll('button')].find((button) => button.textContent === text);
  return { onConfirm, onClose, button };
}

describe('a confirmation dialog', () => {
  it('focuses Cancel for a dangerous action', async () => {
    const { button } = await openDialog({ danger: true });
    expect(document.activeElement).toBe(button('Cancel'));
    expect(document.querySelector('[role="alertdialog"]')).not.toBeNull();
  });

  it('runs the action only by its button, and closes by Escape', async () => {
    const { onConfirm, onClose, button } = await openDialog({ danger: true });
    await press('Escape');
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(onConfirm).not.toHaveBeenCalled();
    await click(button('Delete study of Verhoeven'));
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  it('ignores input while the action runs', async () => {
    const { onConfirm, onClose, button } = await openDialog({ busy: true });
    await click(button('Delete study of Verhoeven'));
    await click(button('Cancel'));
    await press('Escape');
    expect(onConfirm).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });
});
