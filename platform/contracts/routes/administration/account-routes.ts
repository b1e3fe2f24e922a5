import * as z from 'zod';
import {
  accountFieldsSchema,
  accountQuerySchema,
  accountSchema,
  changePasswordByAdminSchema,
  changePasswordByUserSchema,
  colleagueSchema,
  confirmWithPasswordSchema,
  createAccountSchema,
  loginResponseSchema,
  mailLinkResponseSchema,
  profileSchema,
  userInfoSchema,
} from '../../entities/administration/account.ts';
import { idSchema, pageSchema } from '../../entities/common.ts';
import { emailSchema } from '../../patterns.ts';
import { defineRoute } from '../../route.ts';

const byId = z.strictObject({ id: idSchema });
const emailResponseSchema = z.object({ email: z.string() });

/** Routes for administrators. */
const administration = {
  listAccounts: defineRoute({
    method: 'GET',
    path: '/accounts',
    summary: 'Accounts that are not deleted, newest first by default',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    query: accountQuerySchema,
    response: pageSchema(accountSchema),
  }),
  getAccount: defineRoute({
    method: 'GET',
    path: '/accounts/{id}',
    summary: 'One account',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    params: byId,
    response: accountSchema,
  }),
  getAccountWithDeleted: defineRoute({
    method: 'GET',
    path: '/accounts/withDeleted/{id}',
    summary: 'One account, even if deleted',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    params: byId,
    response: accountSchema,
  }),
  createPerson: defineRoute({
    method: 'POST',
    path: '/accounts',
    summary: 'Create an account; the user gets an invitation by mail',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    body: accountFieldsSchema,
    response: accountSchema,
  }),
  updateAccount: defineRoute({
    method: 'PUT',
    path: '/accounts/{id}',
    summary:
      'Change an account; adding a role approves a request, removing a role ends the sessions',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    params: byId,
    body: accountFieldsSchema,
    response: accountSchema,
    ifMatch: 'required',
  }),
  deleteAccount: defineRoute({
    method: 'DELETE',
    path: '/accounts/{id}',
    summary: 'Soft-delete an account; ends its sessions',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    params: byId,
    response: accountSchema,
    ifMatch: 'required',
  }),
  changePasswordByAdmin: defineRoute({
    method: 'POST',
    path: '/accounts/actions/changePasswordByAdmin',
    summary: 'Set a new password for another user, who must change it at sign-in',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    body: changePasswordByAdminSchema,
    response: accountSchema,
    secret: true,
  }),
  lockAccountByAdmin: defineRoute({
    method: 'POST',
    path: '/accounts/actions/lockAccountByAdmin',
    summary: 'Lock an account; ends its sessions',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    body: byId,
    response: accountSchema,
  }),
  unlockAccountByAdmin: defineRoute({
    method: 'POST',
    path: '/accounts/actions/unlockAccountByAdmin',
    summary: 'Unlock an account, also after failed sign-ins',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    body: byId,
    response: accountSchema,
  }),
};

/** Routes for the caller's account, for signed-in users or by a mailed link. */
const selfService = {
  updateMe: defineRoute({
    method: 'PUT',
    path: '/accounts/me',
    summary: 'Change the names and job title of the caller',
    access: 'signed-in',
    principals: [],
    body: profileSchema,
    response: userInfoSchema,
  }),
  changePasswordByUser: defineRoute({
    method: 'POST',
    path: '/accounts/actions/changePasswordByUser',
    summary: 'Change the password of the caller; ends all sessions and returns a new token',
    access: 'signed-in',
    principals: [],
    body: changePasswordByUserSchema,
    response: loginResponseSchema,
    secret: true,
  }),
  sendResetPasswordEmail: defineRoute({
    method: 'POST',
    path: '/accounts/actions/sendResetPasswordEmail',
    summary:
      'Mail a link for setting a new password; the response is the same for unknown addresses',
    access: 'public',
    principals: [],
    body: z.strictObject({ email: emailSchema }),
    response: mailLinkResponseSchema,
  }),
  confirmResetPassword: defineRoute({
    method: 'POST',
    path: '/accounts/actions/confirmResetPassword',
    summary: 'Set a new password with the link from a mail; ends every session of the account',
    access: 'public',
    principals: [],
    body: confirmWithPasswordSchema,
    response: emailResponseSchema,
  }),
  createAccount: defineRoute({
    method: 'POST',
    path: '/accounts/actions/createAccount',
    summary: 'Accept an invitation, or request an account',
    access: 'public',
    principals: [],
    body: createAccountSchema,
    response: mailLinkResponseSchema,
  }),
  confirmAccount: defineRoute({
    method: 'POST',
    path: '/accounts/actions/confirmAccount',
    summary: 'Confirm the address of a requested account and choose its password',
    access: 'public',
    principals: [],
    body: confirmWithPasswordSchema,
    response: emailResponseSchema,
  }),
};

/** Routes for information about other users. */
const colleagues = {
  listColleagues: defineRoute({
    method: 'GET',
    path: '/accounts/actions/colleagues',
    summary:
      'Names of all users of the organization by account id, including deleted users; rejected for blind annotators',
    access: ['PATIENT_VIEW'],
    principals: [],
    response: pageSchema(colleagueSchema),
  }),
};

export const accountRoutes = { ...administration, ...selfService, ...colleagues };
