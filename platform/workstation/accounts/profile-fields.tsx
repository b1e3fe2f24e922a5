import type { ReactNode } from 'react';
import { TextField } from '#ui';
import { accountTexts } from '../texts/account-texts.ts';
import type { AccountForm } from './use-account-form.ts';

/** Name of a profile field. */
export type ProfileName = 'firstName' | 'lastName' | 'jobTitle';

/** Fields for first name, last name and job title. */
export function ProfileFields(props: {
  readonly field: AccountForm<ProfileName>['field'];
}): ReactNode {
  return (
    <>
      <TextField
        label={accountTexts.firstName}
        autoComplete="given-name"
        size={40}
        autoFocus
        {...props.field('firstName')}
      />
      <TextField
        label={accountTexts.lastName}
        autoComplete="family-name"
        size={40}
        {...props.field('lastName')}
      />
      <TextField
        label={accountTexts.jobTitle}
        autoComplete="organization-title"
        size={40}
        {...props.field('jobTitle')}
      />
    </>
  );
}
