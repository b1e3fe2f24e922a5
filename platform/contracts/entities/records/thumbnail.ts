import * as z from 'zod';
import { fieldText } from '../../texts/field-texts.ts';

/** Base64 of about 256 KiB; thumbnails are 300 × 300 pixels. */
const MAX_CHARACTERS = 350_000;

/** Thumbnail as base64 of PNG, JPEG or WebP, without a `data:` prefix. */
export const thumbnailSchema = z
  .base64(fieldText('THUMBNAIL_BASE64'))
  .max(MAX_CHARACTERS)
  .refine((text) => /^(iVBORw0KGgo|\/9j\/|UklGR)/.test(text), fieldText('THUMBNAIL_FORMAT'));
