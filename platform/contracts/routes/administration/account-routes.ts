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
  emailSchema,
  loginResponseSchema,
  mailLinkResponseSchema,
  profileSchema,
  userInfoSchema,
} from '../../entities/administration/account.ts';
import { idSchema, pageSchema } from '../../entities/common.ts';
import { defineRoute } from '../../route.ts';

const byId = z.object({ id: idSchema });
const emailResponseSchema = z.object({ email: z.string() });

/** Routes for administrators. */
const administration = {
  listAccounts: defineRoute({
    method: 'GET',
    path: '/accounts',
    summary: 'Accounts that are not deleted, newest first unless asked otherwise',
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
    summary: 'One account, also when it is deleted',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    params: byId,
    response: accountSchema,
  }),
  createPerson: defineRoute({
    method: 'POST',
    path: '/accounts',
    summary: 'A new account; the person gets an invitation by mail',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    body: accountFieldsSchema,
    response: accountSchema,
  }),
  updateAccount: defineRoute({
    method: 'PUT',
    path: '/accounts/{id}',
    summary: 'Change an account; roles approve a request, and a role less ends its sessions',
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
    summary: 'Soft delete; its sessions end at once',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    params: byId,
    response: accountSchema,
    ifMatch: 'required',
  }),
  changePasswordByAdmin: defineRoute({
    method: 'POST',
    path: '/accounts/actions/changePasswordByAdmin',
    summary: 'A new password for someone else, who has to change it when signing in',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    body: changePasswordByAdminSchema,
    response: accountSchema,
    secret: true,
  }),
  lockAccountByAdmin: defineRoute({
    method: 'POST',
    path: '/accounts/actions/lockAccountByAdmin',
    summary: 'Lock an account; its sessions end at once',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    body: byId,
    response: accountSchema,
  }),
  unlockAccountByAdmin: defineRoute({
    method: 'POST',
    path: '/accounts/actions/unlockAccountByAdmin',
    summary: 'Lift a lock, also the one that failed sign-ins set',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    body: byId,
    response: accountSchema,
  }),
};

/** Routes for the user's own account, signed in or by a link. */
const selfService = {
  updateMe: defineRoute({
    method: 'PUT',
    path: '/accounts/me',
    summary: 'Change one’s own names and job title',
    access: 'signed-in',
    principals: [],
    body: profileSchema,
    response: userInfoSchema,
  }),
  changePasswordByUser: defineRoute({
    method: 'POST',
    path: '/accounts/actions/changePasswordByUser',
    summary: 'A new password; ends every session of the account and answers a new token',
    access: 'signed-in',
    principals: [],
    body: changePasswordByUserSchema,
    response: loginResponseSchema,
    secret: true,
  }),
  sendResetPasswordEmail: defineRoute({
    method: 'POST',
    path: '/accounts/actions/sendResetPasswordEmail',
    summary: 'Mail a link that sets a new password; the answer never tells whether there is one',
    access: 'public',
    principals: [],
    body: z.object({ email: emailSchema }),
    response: mailLinkResponseSchema,
  }),
  confirmResetPassword: defineRoute({
    method: 'POST',
    path: '/accounts/actions/confirmResetPassword',
    summary: 'Set a new password by the link of a mail; ends every session of the account',
    access: 'public',
    principals: [],
    body: confirmWithPasswordSchema,
    response: emailResponseSchema,
  }),
  createAccount: defineRoute({
    method: 'POST',
    path: '/accounts/actions/createAccount',
    summary: 'Take up an invitation, or ask for an account',
    access: 'public',
    principals: [],
    body: createAccountSchema,
    response: mailLinkResponseSchema,
  }),
  confirmAccount: defineRoute({
    method: 'POST',
    path: '/accounts/actions/confirmAccount',
    summary: 'Prove the address of an account one asked for, and choose its password',
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
      'Names by account id of everyone in the organization, also of those who left; refused to blind annotators',
    access: ['PATIENT_VIEW'],
    principals: [],
    response: pageSchema(colleagueSchema),
  }),
};

export const accountRoutes = { ...administration, ...selfService, ...colleagues };
