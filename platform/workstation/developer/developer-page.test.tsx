// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { createDeveloperTools, type DeveloperTools } from '#core';
import { problem } from '#foundation';
import * as ui from '#ui';
import { click, render, type, unmountAll, until } from '#ui/testing';
import { ApplicationContext } from '../application/application-context.ts';
import { AccountMenu } from '../layout/account-menu.tsx';
import { fakeApplication } from '../test-support/fake-application.tsx';
import { DeveloperPage } from './developer-page.tsx';
import { STORY_FILES } from './stories/index.ts';

afterEach(unmountAll);

const STORIES = join(import.meta.dirname, 'stories');

async function open(isEnabled: boolean, tools: DeveloperTools | null) {
  const application = await fakeApplication('PHYSICIAN', { services: { developer: tools } });
  const { config } = application;
  const changed = {
    ...application,
    config: { ...config, flags: { ...config.flags, isDevModeUi: isEnabled } },
  };
  await render(
    application.wrap(
      <MemoryRouter initialEntries={['/developer']}>
        <ApplicationContext value={changed}>
          <AccountMenu />
          <DeveloperPage />
        </ApplicationContext>
      </MemoryRouter>,
    ),
  );
  return application;
}

const text = (): string => document.body.textContent ?? '';
const tab = (name: string): Element | undefined =>
  [...document.querySelectorAll('[role=tab]')].find((tab) => tab.textContent === name);

describe('developer mode', () => {
  it('has no page and no link where the site disables the mode', async () => {
    await open(false, null);
    expect(text()).toContain('There is no page at this address.');
    expect(document.querySelector('[role=tab]')).toBeNull();
    await click(document.querySelector('button[aria-label*="Account"]'));
    expect(document.querySelector('[role=menu]')?.textContent).not.toContain('Developer mode');
  });

  it('is linked from the account menu where enabled', async () => {
    await open(true, createDeveloperTools());
    await click(document.querySelector('button[aria-label*="Account"]'));
    expect(document.querySelector('[role=menu]')?.textContent).toContain('Developer mode');
  });

  it('lists the faults of the page and the problems of the host', async () => {
    const tools = createDeveloperTools();
    tools.noteFault(problem('TYPE_ERROR', 'A view failed', 'x is undefined', 'Reload'));
    const { host } = await open(true, tools);
    host.report(problem('MODE_BROKEN', 'A mode is broken', 'No layout', 'Ask for a new one'));
    await click(tab('Problems'));
    expect(text()).toContain('A view failed');
    expect(text()).toContain('A mode is broken');
  });

  it('lists, filters, pauses and clears live messages', async () => {
    const tools = createDeveloperTools();
    const note = (topic: string, accepted = true): void =>
      tools.noteTraffic({ direction: 'in', topic, text: '{"status":"DONE"}', accepted });
    const rows = () => [...document.querySelectorAll('tr[aria-selected]')];
    note('clockface/o/jobs/1');
    note('clockface/o/device/1', false);
    await open(true, tools);
    await click(tab('MQTT log'));
    await until(() => rows().length === 2);
    expect(rows()[0]?.textContent).toContain('rejected');
    await click(rows()[0]);
    expect(document.querySelector('pre')?.textContent).toBe('{\n  "status": "DONE"\n}');
    await type(document.querySelector('input[type=search]'), 'jobs');
    expect(rows().length).toBe(1);
    await click(document.querySelector('input[role=switch]'));
    note('clockface/o/jobs/2');
    await until(() => tools.traffic.getState().length === 3);
    expect(rows().length).toBe(1);
    await click(
      [...document.querySelectorAll('button')].find((button) => button.textContent === 'Clear'),
    );
    expect(text()).toContain('No messages yet.');
  });

  it('lists every story file', () => {
    const files = readdirSync(STORIES)
      .filter((name) => name.endsWith('.stories.tsx'))
      .map((name) => name.replace('.stories.tsx', ''));
    expect(STORY_FILES.map(({ id }) => id).sort()).toEqual(files.sort());
  });

  it('has a story for every widget', () => {
    const source = readdirSync(STORIES)
      .map((name) => readFileSync(join(STORIES, name), 'utf8'))
      .join('\n');
    // Parts of other widgets, rendered in their stories; the provider renders no element.
    const innerWidgets = ['FieldError', 'LocaleProvider', 'PickDialog', 'ProductMark'];
    const widgets = Object.keys(ui).filter((name) => /^[A-Z][a-z]/.test(name));
    expect(widgets.length).toBeGreaterThan(30);
    const missing = widgets.filter((name) => !new RegExp(`\\b${name}\\b`).test(source));
    expect(missing.filter((name) => !innerWidgets.includes(name))).toEqual([]);
  });

  it('renders every story, each with a unique title in its widget', async () => {
    for (const file of STORY_FILES) {
      for (const { widget, stories } of await file.load()) {
        expect(new Set(stories.map(({ title }) => title)).size, widget).toBe(stories.length);
        for (const { draw: Draw, title } of stories) {
          const page = await render(<Draw />);
          expect(page.host.childElementCount, `${widget}: ${title}`).toBeGreaterThan(0);
          await page.unmount();
        }
      }
    }
  });
});
