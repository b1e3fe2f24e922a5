import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Problem, problem } from '#foundation';
import { watchActivations } from './watch-activations.ts';

const failed = problem('ACTIVATION_FAILED', 'Failed', 'x is not a function', '', 'org.example.a');
const off = problem('MODE_OFF', 'Off', '', '');

it('watchActivations reports each failed activation once, and no other problem, until disposed', () => {
  const reported: Problem[] = [];
  const store = createStore<readonly Problem[]>(() => []);
  const watch = watchActivations(store, { reportFault: (fault) => void reported.push(fault) });
  store.setState([off], true);
  store.setState([off, failed], true);
  store.setState([off, failed, problem('KEY_CONFLICT', 'Twice', '', '')], true);
  expect(reported).toEqual([failed]);
  watch.dispose();
  store.setState([failed, { ...failed, source: 'org.example.b' }], true);
  expect(reported).toEqual([failed]);
});
