// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { PanelDefinition, Registered } from '#core';
import { render, unmountAll } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { RightPanel } from './right-panel.tsx';

let opened: FakeApplication | null = null;
afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

const tabs = () =>
  [...document.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent);

describe('the panels on the right', () => {
  it('have a tab only while they are visible', async () => {
    opened = await fakeApplication('PHYSICIAN');
    const visible = createStore<boolean>()(() => false);
    const panel = (title: string, more: Partial<PanelDefinition> = {}) =>
      ({
        declaration: { id: `test.${title}`, title },
        definition: { id: `test.${title}`, load: async () => () => null, ...more },
        owner: 'test',
        context: {},
      }) as unknown as Registered<PanelDefinition>;
    const panels = [panel('Findings'), panel('Case', { visible })];
    await render(opened.wrap(<RightPanel panels={panels} />));
    expect(tabs()).toEqual(['Findings']);
    await act(async () => visible.setState(true, true));
    expect(tabs()).toEqual(['Findings', 'Case']);
    await act(async () => visible.setState(false, true));
    expect(tabs()).toEqual(['Findings']);
  });
});
