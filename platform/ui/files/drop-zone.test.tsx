// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { render, unmountAll } from '../testing.ts';
import { DropZone } from './drop-zone.tsx';

afterEach(unmountAll);

const PDF = new File(['%PDF'], 'report.pdf', { type: 'application/pdf' });
const IMAGE = new File(['x'], 'breast.png', { type: 'image/png' });
const PROGRAM = new File(['MZ'], 'setup.exe', { type: 'application/octet-stream' });

async function selectFiles(files: readonly File[], multiple: boolean) {
  const onFiles = vi.fn();
  const page = await render(
    <DropZone label="Report" accept=".pdf,image/*" multiple={multiple} onFiles={onFiles} />,
  );
  const input = page.host.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('There is no way to choose a file');
  Object.defineProperty(input, 'files', { value: files });
  await act(async () => {
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  return { onFiles, input, message: page.host.querySelector('[aria-live]')?.textContent };
}

describe('a drop zone', () => {
  it('rejects and names files of other types and accepts the rest', async () => {
    const { onFiles, message } = await selectFiles([PROGRAM, PDF], true);
    expect(onFiles).toHaveBeenCalledWith([PDF]);
    expect(message).toBe('File type not supported: setup.exe');
  });

  it('emits nothing when no file matches', async () => {
    const { onFiles } = await selectFiles([PROGRAM], true);
    expect(onFiles).not.toHaveBeenCalled();
  });

  it('accepts the first of several files in single mode and names that file', async () => {
    const { onFiles, message } = await selectFiles([PDF, IMAGE], false);
    expect(onFiles).toHaveBeenCalledWith([PDF]);
    expect(message).toBe('Only one file is allowed. Used: report.pdf');
  });

  it('passes its accept list to the file dialog', async () => {
    const { input, onFiles } = await selectFiles([IMAGE], true);
    expect(input.accept).toBe('.pdf,image/*');
    expect(input.multiple).toBe(true);
    expect(onFiles).toHaveBeenCalledWith([IMAGE]);
  });
});
