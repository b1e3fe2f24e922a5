import * as z from 'zod';

/** 256 KiB of picture: thumbnails are 300 × 300. */
const MAX_CHARACTERS = 350_000;

/** A small picture as base64 of PNG, JPEG or WebP, without a data: address. */
export const thumbnailSchema = z
  .base64('A thumbnail is base64 of a picture')
  .max(MAX_CHARACTERS, 'A thumbnail has at most 256 KiB')
  .refine((text) => /^(iVBORw0KGgo|\/9j\/|UklGR)/.test(text), {
    message: 'A thumbnail is a PNG, JPEG or WebP picture',
  });
