import * as z from 'zod';

/** Base64 of about 256 KiB; thumbnails are 300 × 300 pixels. */
const MAX_CHARACTERS = 350_000;

/** Thumbnail as base64 of PNG, JPEG or WebP, without a `data:` prefix. */
export const thumbnailSchema = z
  .base64('A thumbnail is base64 of a picture')
  .max(MAX_CHARACTERS, 'A thumbnail has at most 256 KiB')
  .refine((text) => /^(iVBORw0KGgo|\/9j\/|UklGR)/.test(text), {
    message: 'A thumbnail is a PNG, JPEG or WebP picture',
  });
