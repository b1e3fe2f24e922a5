import * as z from 'zod';

/** `scanner`, or reverse-DNS for third parties: `org.example.density`. */
export const extensionIdSchema = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*$/,
    'An extension id is lower-case words with dashes and dots',
  )
  .max(64);
