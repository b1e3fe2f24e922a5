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
  it('takes no file of another kind, names it, and takes the others', async () => {
    const { onFiles, message } = await selectFiles([PROGRAM, PDF], true);
    expect(onFiles).toHaveBeenCalledWith([PDF]);
    expect(message).toBe('This kind of file is not taken here: setup.exe');
  });

  it('hands on nothing when nothing fits', async () => {
    const { onFiles } = await selectFiles([PROGRAM], true);
    expect(onFiles).not.toHaveBeenCalled();
  });

  it('takes one of several where one is wanted, and says which', async () => {
    const { onFiles, message } = await selectFiles([PDF, IMAGE], false);
    expect(onFiles).toHaveBeenCalledWith([PDF]);
    expect(message).toBe('Only one file is taken here: report.pdf');
  });

  it('offers the file dialog what it takes', async () => {
    const { input, onFiles } = await selectFiles([IMAGE], true);
    expect(input.accept).toBe('.pdf,image/*');
    expect(input.multiple).toBe(true);
    expect(onFiles).toHaveBeenCalledWith([IMAGE]);
  });
});
