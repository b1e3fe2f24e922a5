import * as z from 'zod';

/** Id of an extension: `scanner`, or reverse-DNS for third parties: `org.example.density`. */
export const extensionIdSchema = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*$/,
    'An extension ID must consist of lower-case words, dashes and dots',
  )
  .max(64);

/** Id of a contribution, prefixed with the extension's id: `scanner.start`. */
export const contributionIdSchema = z
  .string()
  .regex(/^[a-z][a-z0-9.-]*\.[a-zA-Z0-9-]+$/)
  .max(100);
