import * as z from 'zod';
import { role } from '../enumerations.ts';
import { FEATURES } from '../permissions.ts';
import { idSchema } from './common.ts';

export const organizationSchema = z.object({ id: idSchema, name: z.string() });
export type Organization = z.infer<typeof organizationSchema>;

/** The signed-in account as the browser knows it. */
export const userInfoSchema = z.object({
  id: idSchema,
  email: z.email(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  jobTitle: z.string().nullable(),
  roles: z.array(z.object({ id: role.schema })),
  organization: organizationSchema,
  askedForResetPassword: z.boolean(),
  permissions: z.array(z.enum(FEATURES)),
});
export type UserInfo = z.infer<typeof userInfoSchema>;

export const loginRequestSchema = z.object({
  email: z.string().trim().min(1, 'Enter your e-mail address').max(254),
  password: z.string().min(1, 'Enter your password').max(1024),
});

export const loginAnswerSchema = z.object({
  accessToken: z.string(),
  organization: organizationSchema,
  userInfo: userInfoSchema,
});
export type LoginAnswer = z.infer<typeof loginAnswerSchema>;
