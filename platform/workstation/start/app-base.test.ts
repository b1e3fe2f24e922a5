import { expect, it } from 'vitest';
import { routes } from '#contracts';
import { createPlatformServices } from '#core';
import { memoryStorage, testConfig } from '#core/testing';
import { appBase } from './app-base.ts';

it.each([
  ['https://clinic.example/#/studies', 'https://clinic.example'],
  ['https://clinic.example/breast/#/studies', 'https://clinic.example/breast'],
  ['https://clinic.example/breast/index.html?start=1#/studies', 'https://clinic.example/breast'],
  ['http://127.0.0.1:4300/a/b/', 'http://127.0.0.1:4300/a/b'],
])('sends the calls of the page %s to its own folder', async (href, base) => {
  const urls: string[] = [];
  const services = createPlatformServices(testConfig, {
    navigation: { go: () => undefined },
    origin: appBase(href),
    storage: memoryStorage(),
    fetch: async (url) => {
      urls.push(String(url));
      return new Response(JSON.stringify({ status: 'ready' }), { status: 200 });
    },
  });
  await services.api.call(routes.health, {});
  expect(new Set(urls)).toEqual(new Set([`${base}/api/health`]));
  services.dispose();
});
