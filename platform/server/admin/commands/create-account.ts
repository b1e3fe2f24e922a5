import { accountFieldsSchema, passwordProblems } from '#contracts';
import { fail, newId, ok, problem, type Result } from '#foundation';
import { createLink } from '../../accounts/account-links.ts';
import { hashPassword } from '../../accounts/passwords.ts';
import type { AdminCommand, AdminContext, AdminValues } from './command.ts';
import {
  auditAction,
  baseUrlOf,
  ORGANIZATION_OPTION,
  organizationOf,
} from './site-organization.ts';

export const createAccount: AdminCommand = {
  name: 'create-account',
  summary: 'Creates an account: prints an invitation, or reads a password from standard input',
  options: {
    email: { value: 'ADDRESS', help: 'for sign-in', required: true },
    role: {
      value: 'ROLE',
      required: true,
      multiple: true,
      help: 'ADMIN, OPERATOR, PHYSICIAN, VIEWER or BLIND_ANNOTATOR',
    },
    organization: ORGANIZATION_OPTION,
    'first-name': { value: 'NAME', help: 'optional; the user can enter it later' },
    'last-name': { value: 'NAME', help: '' },
    'job-title': { value: 'TITLE', help: '' },
    password: { help: 'read a password instead of printing an invitation' },
  },
  examples: [
    'create-account --email chief@north.example --role ADMIN',
    'create-account --email eve@north.example --role PHYSICIAN --role ADMIN --password < secret',
  ],
  async run(context, values) {
    const organization = await organizationOf(context.db, values);
    if (!organization.ok) return organization;
    const fields = fieldsOf(values);
    if (!fields.ok) return fields;
    const password = await passwordOf(context, values, fields.value.email);
    if (!password.ok) return password;
    return insert(context, organization.value.id, fields.value, password.value);
  },
};

const notCreated = (detail: string, next: string) =>
  fail(problem('ADMIN_VALUE', 'The account was not created', detail, next));

function fieldsOf(values: AdminValues) {
  const parsed = accountFieldsSchema.safeParse({
    email: values.email?.[0],
    roles: values.role?.map((id) => ({ id })),
    firstName: values['first-name']?.[0] ?? null,
    lastName: values['last-name']?.[0] ?? null,
    jobTitle: values['job-title']?.[0] ?? null,
  });
  if (parsed.success) return ok(parsed.data);
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  return notCreated(issues.join(' '), 'See npm run admin -- create-account --help.');
}

/** Returns null without `--password`; the user then gets an invitation. */
async function passwordOf(
  { promptSecret }: AdminContext,
  values: AdminValues,
  email: string,
): Promise<Result<string | null>> {
  if (values.password === undefined) return ok(null);
  const password = (await promptSecret('Password')).normalize('NFC');
  const problems = passwordProblems(password, email);
  if (problems.length === 0) return ok(password);
  return notCreated(
    problems.map((passwordProblem) => `${passwordProblem.message}.`).join(' '),
    'Choose another password.',
  );
}

async function insert(
  context: AdminContext,
  organizationId: string,
  { roles, ...fields }: ReturnType<typeof accountFieldsSchema.parse>,
  password: string | null,
): Promise<Result<void>> {
  const { db, clock, print } = context;
  const id = newId();
  const passwordHash = password === null ? null : await hashPassword(password);
  const state = password === null ? ('INVITED' as const) : ('CONFIRMED' as const);
  return db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto('account')
      .values({
        id,
        organizationId,
        ...fields,
        roles: roles.map((role) => role.id),
        passwordHash,
        state,
        createdBy: null,
        updatedBy: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (inserted.numInsertedOrUpdatedRows === 0n) {
      return notCreated(
        `${fields.email} already has an account.`,
        'List the accounts with npm run admin -- list-accounts.',
      );
    }
    await auditAction(trx, organizationId, 'create-account', { id });
    print(`Account ${id} was created: ${fields.email}`);
    if (password === null) {
      const link = { kind: 'INVITATION' as const, organizationId, accountId: id };
      const url = await createLink(trx, clock, baseUrlOf(context), {
        ...link,
        email: fields.email,
      });
      print('Send this link to the user. It is valid once, for 7 days:');
      print(url);
    }
    return ok(undefined);
  });
}
