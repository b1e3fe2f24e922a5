import * as z from 'zod';
import { role } from '../../enumerations.ts';
import { newPasswordSchema, typedPasswordSchema } from '../../passwords.ts';
import { emailSchema } from '../../patterns.ts';
import { FEATURES } from '../../permissions.ts';
import { fieldText, fieldTexts } from '../../texts/field-texts.ts';
import {
  idSchema,
  instantSchema,
  keywordsSchema,
  pageQuerySchema,
  storedSchema,
} from '../common.ts';

export const organizationSchema = z.object({ id: idSchema, name: z.string() });
export type Organization = z.infer<typeof organizationSchema>;

const roleRefSchema = z.object({ id: role.schema });

/** The signed-in account as the browser receives it. */
export const userInfoSchema = z.object({
  id: idSchema,
  email: z.email(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  jobTitle: z.string().nullable(),
  roles: z.array(roleRefSchema),
  organization: organizationSchema,
  askedForResetPassword: z.boolean(),
  permissions: z.array(z.enum(FEATURES)),
});
export type UserInfo = z.infer<typeof userInfoSchema>;

/** Public part of an account: the author, signer or editor of a record. */
export const colleagueSchema = z.object({ id: idSchema, name: z.string() });
export type Colleague = z.infer<typeof colleagueSchema>;

/** INVITED: no password yet. CONFIRMED: e-mail address confirmed. ACTIVE: has signed in. */
export const ACCOUNT_STAGES = ['INVITED', 'CONFIRMED', 'ACTIVE'] as const;
export type AccountStage = (typeof ACCOUNT_STAGES)[number];
const accountStateSchema = z.enum([...ACCOUNT_STAGES, 'LOCKED', 'DELETED']);
export type AccountState = z.infer<typeof accountStateSchema>;

const MAIL_KINDS = [
  'INVITATION',
  'RESET',
  'ACCOUNT_REQUEST',
  'APPROVED',
  'PASSWORD_CHANGED',
  'SIGN_IN_LOCKED',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
/**
 * SENT: the mail server has accepted the mail. WRITTEN: it is only a file of the outbox. DROPPED: no
 * recipient. FAILED: every attempt failed.
 */
const MAIL_STATES = ['QUEUED', 'SENT', 'WRITTEN', 'DROPPED', 'FAILED'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** An account as administrators see it. */
export const accountSchema = storedSchema.extend({
  ...userInfoSchema.omit({ permissions: true }).shape,
  state: accountStateSchema,
  lockedAt: instantSchema.nullable(),
  lastSignInAt: instantSchema.nullable(),
  deletedAt: instantSchema.nullable(),
  deletedBy: idSchema.nullable(),
  /** The newest mail to this account; null if none was ever sent. */
  mail: z
    .object({ kind: z.enum(MAIL_KINDS), state: z.enum(MAIL_STATES), at: instantSchema })
    .nullable(),
});
export type Account = z.infer<typeof accountSchema>;

const MAX_NAME_LENGTH = 100;
const nameSchema = z.string().trim().max(MAX_NAME_LENGTH);
const requiredNameSchema = nameSchema.min(1, fieldText('REQUIRED'));

/** Names and job title entered on the welcome page. */
export const profileSchema = z.strictObject({
  firstName: requiredNameSchema,
  lastName: requiredNameSchema,
  jobTitle: requiredNameSchema,
});
export type Profile = z.infer<typeof profileSchema>;

const rolesSchema = z
  .array(roleRefSchema.strict())
  .max(role.codes.length)
  .refine(
    (roles) => new Set(roles.map((ref) => ref.id)).size === roles.length,
    fieldText('ROLE_TWICE'),
  );

/** Account fields that an administrator sets; the user fills in fields that are null. */
export const accountFieldsSchema = z.strictObject({
  email: emailSchema,
  firstName: nameSchema.nullable().default(null),
  lastName: nameSchema.nullable().default(null),
  jobTitle: nameSchema.nullable().default(null),
  roles: rolesSchema,
});
export type AccountFields = z.infer<typeof accountFieldsSchema>;

export const accountQuerySchema = pageQuerySchema.extend({
  state: accountStateSchema.exclude(['DELETED']).optional(),
  role: role.schema.optional(),
  /** Each word must occur in the address or the names, regardless of case and accents. */
  _keywords: keywordsSchema.default(''),
  /**
   * Names sort as `last first`, or by address if unnamed; states sort from waiting for approval to
   * locked. Null values come last in either direction.
   */
  sort: z
    .enum(['createdAt', 'name', 'email', 'roles', 'jobTitle', 'state', 'lastSeen'])
    .default('createdAt'),
  direction: z.enum(['asc', 'desc']).default('desc'),
});

export const loginRequestSchema = z.strictObject({
  email: z.string().trim().min(1, fieldText('EMAIL_REQUIRED')).max(254),
  password: typedPasswordSchema,
});

export const loginResponseSchema = z.object({
  accessToken: z.string(),
  organization: organizationSchema,
  userInfo: userInfoSchema,
});
export type LoginResponse = z.infer<typeof loginResponseSchema>;

/** Token from a link in a mail. Any text is accepted; only an issued token grants access. */
const linkTokenSchema = z.string().min(1).max(200);

export const changePasswordByAdminSchema = z.strictObject({
  id: idSchema,
  newPassword: newPasswordSchema,
});
export const changePasswordByUserSchema = z.strictObject({
  currentPassword: typedPasswordSchema,
  newPassword: newPasswordSchema,
});
export const confirmWithPasswordSchema = z.strictObject({
  token: linkTokenSchema,
  password: newPasswordSchema,
});

/**
 * Body of `createAccount`: either `token` and `password`, to accept an invitation, or `email`, to
 * request an account whose password is chosen with the link of the confirmation mail.
 */
export const createAccountSchema = profileSchema
  .extend({
    token: linkTokenSchema.optional(),
    password: newPasswordSchema.optional(),
    email: emailSchema.optional(),
  })
  .superRefine(({ token, password, email }, context) => {
    const addIssue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (token === undefined) {
      if (email === undefined) addIssue('email', fieldTexts.EMAIL_REQUIRED);
      if (password !== undefined) addIssue('password', fieldTexts.PASSWORD_LATER);
    } else {
      if (password === undefined) addIssue('password', fieldTexts.PASSWORD_MISSING);
      if (email !== undefined) addIssue('email', fieldTexts.EMAIL_OF_INVITATION);
    }
  });

/** Link that the mail contains, only in the developer mode of a demonstration; null otherwise. */
export const mailLinkResponseSchema = z.object({ link: z.string().nullable() });
