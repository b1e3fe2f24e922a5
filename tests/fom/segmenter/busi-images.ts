import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPng } from './read-png.ts';

/** Folder of the image set BUSI: `shared/data/busi` beside the repository, unless CLOCKFACE_BUSI names another. */
const FOLDER =
  process.env.CLOCKFACE_BUSI ?? join(import.meta.dirname, '../../../../shared/data/busi');

/** An image with the mask of its lesions (not 0 = inside). */
export interface BusiImage {
  readonly name: string;
  readonly kind: string;
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  readonly mask: Uint8Array;
}

/** Returns the validation images in the order of `split.csv`; null without the folder. */
export function readValidationImages(): readonly BusiImage[] | null {
  if (!existsSync(FOLDER)) return null;
  const [, ...rows] = readFileSync(join(FOLDER, 'split.csv'), 'utf8').trim().split(/\r?\n/);
  return rows.flatMap((row) => {
    const [name = '', kind = '', split] = row.split(',');
    if (split !== 'validation') return [];
    const image = readPng(readFileSync(join(FOLDER, 'images', `${name}.png`)));
    const mask = readPng(readFileSync(join(FOLDER, 'masks', `${name}.png`))).pixels;
    return [{ name, kind, ...image, mask }];
  });
}
