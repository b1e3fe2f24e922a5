import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { type Role, topics } from '#contracts';
import { settle } from '#core/testing';
import { type Disposable, disposeAll, newId } from '#foundation';
import { fakeApplication } from '../test-support/fake-application.tsx';
import { watchStudyEvents } from './watch-study-events.ts';

const owned: Disposable[] = [];
afterEach(() => disposeAll(owned));

async function open(role: Role = 'PHYSICIAN') {
  const application = await fakeApplication(role);
  const { broker, clock, session } = application.platform;
  const queries = new QueryClient();
  owned.push(application, watchStudyEvents(application, queries, clock));
  const organizationId = session.store.getState().user?.organization.id ?? '';
  const publishEvent = (studyId = newId()) =>
    broker.send(topics.study(organizationId, studyId), {
      id: newId(),
      at: '2026-11-20T10:31:00Z',
      studyId,
      what: 'STUDY',
    });
  /** Observes a list; returns a function that returns the number of its reads. */
  const countReads = (queryKey: readonly unknown[], data: unknown = null) => {
    let count = 0;
    const queryFn = async () => {
      count += 1;
      return data;
    };
    const observer = new QueryObserver(queries, { queryKey, queryFn });
    const stop = observer.subscribe(() => undefined);
    owned.push({ dispose: stop });
    return () => count;
  };
  await settle();
  return { application, broker, clock, publishEvent, countReads, session };
}

it('refreshes study and patient lists shortly after changes, once for several changes', async () => {
  const { clock, publishEvent, countReads } = await open();
  const lists = [
    ['studies', 'list'],
    ['patients', 'list'],
    ['studies', 'home', false],
    ['notes', 'studies', newId()],
  ];
  const listCounts = lists.map((key) => countReads(key));
  const otherQueries = [['patients', 'code-taken', 'P1'], ['system-info']];
  const otherCounts = otherQueries.map((key) => countReads(key));
  await settle();
  for (let times = 0; times < 5; times += 1) publishEvent();
  await clock.advance(1_000);
  await settle();
  expect(listCounts.map((count) => count())).toEqual([2, 2, 2, 2]);
  expect(otherCounts.map((count) => count())).toEqual([1, 1]);
});

it('does not refresh a list with many loaded pages', async () => {
  const { clock, publishEvent, countReads } = await open();
  const count = countReads(['studies', 'list'], { pages: [1, 2, 3, 4, 5], pageParams: [] });
  await settle();
  publishEvent();
  await clock.advance(1_000);
  await settle();
  expect(count()).toBe(1);
});

it('subscribes neither for blind annotators nor after sign-out', async () => {
  const { broker } = await open('BLIND_ANNOTATOR');
  expect(broker.filters.filter((filter) => filter.includes('/studies/'))).toEqual([]);
  const signedIn = await open();
  const { organization } = signedIn.session.store.getState().user ?? {};
  expect(signedIn.broker.filters).toContain(topics.studiesOf(organization?.id ?? ''));
  const count = signedIn.countReads(['studies', 'list']);
  await settle();
  signedIn.publishEvent();
  await signedIn.session.signOut();
  await signedIn.clock.advance(1_000);
  await settle();
  expect(count()).toBe(1);
});
