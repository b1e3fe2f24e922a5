// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { errorResponse, okResponse } from '#core/testing';
import { newId } from '#foundation';
import { click, unmountAll, until } from '#ui/testing';
import { button, openAdmin } from '../test-support/admin-page.tsx';
import { OrganizationSection } from './organization-section.tsx';

afterEach(unmountAll);

const AT = '2026-11-20T10:00:00.000Z';
const shown = () => document.body.textContent ?? '';

it('removes no host from an organization that another user changed, and retries with the newer version', async () => {
  const stored = {
    id: newId(),
    version: 3,
    createdAt: AT,
    createdBy: null,
    updatedAt: AT,
    updatedBy: null,
    name: 'Clinic',
    hosts: ['a.example', 'b.example'],
  };
  const theirs = { ...stored, version: 4, name: 'New clinic', hosts: ['a.example', 'c.example'] };
  const { backend } = await openAdmin(<OrganizationSection />, {
    prepare: ({ backend: { server } }) => {
      server.handle('getOrganization', () => okResponse(stored));
      server.handle('updateOrganization', ({ body }) =>
        okResponse({ ...theirs, version: 5, ...(body as object) }),
      );
      server.once('updateOrganization', errorResponse(412, 'VersionConflict', 'Changed', theirs));
    },
  });
  const remove = async (): Promise<void> => {
    await click(button('Remove a.example'));
    const dialogButtons = [...document.querySelectorAll('[role=alertdialog] button')];
    await click(dialogButtons.find((element) => element.textContent === 'Remove a.example'));
  };
  await until(() => shown().includes('b.example'));
  await remove();
  await until(() => shown().includes('Nothing was removed'));
  expect(shown()).toContain('c.example');
  await remove();
  await until(() => button('Remove a.example') === null);
  const sent = backend.server.calls.filter(({ route }) => route === 'updateOrganization');
  expect(sent.at(-1)?.headers.get('if-match')).toBe('"4"');
  expect(sent.at(-1)?.body).toEqual({ name: 'New clinic', hosts: ['c.example'] });
  expect(shown()).not.toContain('Nothing was removed');
});
