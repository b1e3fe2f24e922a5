// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { errorResponse, okResponse } from '#core/testing';
import { click, render, type, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../../test-support/fake-application.tsx';
import type { Filter } from './filters.ts';
import { formatSaved } from './saved-filters.ts';
import { SavedFiltersMenu } from './saved-filters-menu.tsx';

let opened: FakeApplication | null = null;
afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

const AT = '2026-11-20T10:12:00Z';
const CODE = 'patients.filters';
const SEX: Filter = { id: 'sex', title: 'Sex', choices: [{ id: 'FEMALE', label: 'Female' }] };
const STORED = formatSaved([{ name: 'Dense', values: { sex: 'FEMALE' }, state: null }]);

const buttonWith = (name: string) =>
  [...document.querySelectorAll('button, [role=menuitem]')].find((button) =>
    button.textContent?.includes(name),
  );

it('saving filters keeps existing filter sets that could not be loaded when the page was opened', async () => {
  opened = await fakeApplication('PHYSICIAN');
  const { server, user } = opened.platform.backend;
  const { session } = opened.services;
  const accessToken = session.token() ?? '';
  await session.signOut();
  server.once('listPreferences', errorResponse(500, 'Unexpected', 'Not now'));
  session.adopt({ accessToken, organization: user.organization, userInfo: user });
  server.handle('savePreference', ({ body }) => okResponse({ ...(body as object), updatedAt: AT }));
  const value = { values: { sex: 'FEMALE' }, state: null };
  await render(
    opened.wrap(
      <SavedFiltersMenu prefCode={CODE} filters={[SEX]} value={value} onChange={() => undefined} />,
    ),
  );
  const stored = { userId: user.id, prefCode: CODE, value: STORED, updatedAt: AT };
  server.handle('listPreferences', () =>
    okResponse({ items: [stored], total: 1, nextCursor: null }),
  );
  await click(buttonWith('Saved filters'));
  await click(buttonWith('Save current filters'));
  // The dialog is complete when it has the focus; a text entered before may be lost.
  await until(() => document.activeElement instanceof HTMLInputElement);
  await type(document.activeElement, 'Mine');
  await click(document.querySelector('button[type=submit]'));
  await until(() => server.calls.some((call) => call.route === 'savePreference'));
  const sent = server.calls.find((call) => call.route === 'savePreference')?.body;
  const names = JSON.parse((sent as { value: string }).value) as { name: string }[];
  expect(names.map(({ name }) => name)).toEqual(['Dense', 'Mine']);
});
