import * as z from 'zod';
import {
  prefCodeSchema,
  preferenceFieldsSchema,
  preferenceSchema,
} from '../../entities/administration/preference.ts';
import { idSchema, pageSchema } from '../../entities/common.ts';
import { BODY_BYTES, defineRoute } from '../../route.ts';

/** Routes of preferences; users read and change only their own. */
export const preferenceRoutes = {
  listPreferences: defineRoute({
    method: 'GET',
    path: '/userprefs/{userId}',
    summary: 'Preferences of the caller, by code',
    access: ['USER_PREF_V'],
    principals: [],
    params: z.object({ userId: idSchema }),
    response: pageSchema(preferenceSchema),
  }),
  savePreference: defineRoute({
    method: 'POST',
    path: '/userprefs',
    summary: 'Create or change a preference of the caller',
    access: ['USER_PREF_C', 'USER_PREF_U'],
    principals: [],
    body: preferenceFieldsSchema,
    maxBodyBytes: BODY_BYTES.text,
    response: preferenceSchema,
  }),
  deletePreference: defineRoute({
    method: 'DELETE',
    path: '/userprefs/{userId}/{prefCode}',
    summary: 'Delete a preference of the caller; a missing preference is not an error',
    access: ['USER_PREF_D'],
    principals: [],
    params: z.object({ userId: idSchema, prefCode: prefCodeSchema }),
    response: z.object({}),
  }),
};
