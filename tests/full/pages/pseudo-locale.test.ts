import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layoutTexts } from '../../../platform/workstation/texts/layout-texts.ts';
import { pageTexts } from '../../../platform/workstation/texts/page-texts.ts';
import { preferenceTexts } from '../../../platform/workstation/texts/preference-texts.ts';
import { sessionTexts } from '../../../platform/workstation/texts/session-texts.ts';
import { launchBrowser } from '../../e2e/support/product/browser.ts';
import { importPhantom } from '../../e2e/support/product/phantom-study.ts';
import { startProduct, testSite } from '../../e2e/support/product/product.ts';
import { startRelay } from '../../e2e/support/product/relay.ts';
import { ANONYMOUS_PATHS, SIGNED_IN_PAGES } from '../support/page-paths.ts';
import { pseudo } from '../support/pseudo-screen.ts';
import { drawn, openPseudo, type PseudoSite } from '../support/pseudo-session.ts';

/** A part of the name of the account menu. */
const ACCOUNT_MENU = new RegExp(pseudo('Account of').slice(1, -1));
/** Shortcuts that the recorder answers in different ways. */
const SHORTCUTS = {
  conflict: 'o',
  same: 'm',
  browser: 'Control+t',
  navigation: 'ArrowDown',
} as const;
const IDLE_MINUTES = 30;
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let site: PseudoSite;
beforeAll(async () => {
  const product = await startProduct(testSite({ session: { idleMinutes: IDLE_MINUTES } }));
  await importPhantom(product);
  site = { product, browser: await launchBrowser(), data: [/Phantom/, /CF-999/] };
});
afterAll(async () => {
  await site?.browser.close();
  await site?.product.stop();
});

describe('every page in the pseudo-locale', () => {
  it('has all texts in catalogues and none clipped without a session', async () => {
    const { page, problems, open, check, close } = await openPseudo(site, null);
    await page.goto(site.product.url);
    for (const path of ANONYMOUS_PATHS) {
      await open(path, null);
      await check(path);
    }
    expect(problems).toEqual([]);
    await close();
  });

  it('has all texts in catalogues and none clipped for an interpreter', async () => {
    const { page, problems, open, check, close } = await openPseudo(site, 'physician');
    for (const { path, title, requiredFeature } of SIGNED_IN_PAGES) {
      if (requiredFeature === 'ADMIN_ACCOUNT') continue;
      await open(path, title);
      await check(path);
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await check('command palette');
    expect(problems).toEqual([]);
    await close();
  });

  it.each(['operator', 'viewer', 'admin'])(
    'has all texts in catalogues and none clipped on the start pages of the account %s',
    async (account) => {
      const { problems, open, check, checkPopup, press, close } = await openPseudo(site, account);
      await check(`landing page, ${account}`);
      await open('/home', 'Home');
      await check(`home, ${account}`);
      await checkPopup(`account menu, ${account}`, () => press(ACCOUNT_MENU));
      expect(problems).toEqual([]);
      await close();
    },
  );

  it('has all texts in catalogues and none clipped where records are missing', async () => {
    const { problems, open, check, close } = await openPseudo(site, 'physician');
    const paths = [
      `/scan?study=${UNKNOWN_ID}`,
      `/prescan-info?patient=${UNKNOWN_ID}`,
      `/patient-create-success?patient=${UNKNOWN_ID}`,
      `/no-previous-studies?patient=${UNKNOWN_ID}`,
      '/external-link?action=openPatient&mrn=CF-999',
      '/external-link?action=openStudy&accession=CF-999',
      '/external-link?action=dropTables',
      '/admin-dashboard',
    ];
    for (const path of paths) {
      await open(path, null);
      await check(path);
    }
    expect(problems).toEqual([]);
    await close();
  });

  it('has all texts in catalogues and none clipped in the preferences of shortcuts', async () => {
    const { page, problems, open, check, checkPopup, press, close } = await openPseudo(
      site,
      'physician',
    );
    const { keys, recorder } = preferenceTexts;
    await open('/preferences', pageTexts.titles['/preferences']);
    await page.getByRole('switch', { name: keys.characters }).press('Space');
    await check('single-character shortcuts off');
    const change = keys.change(pseudo('Length'));
    await checkPopup('new shortcut', () => press(change));
    for (const [name, key] of Object.entries(SHORTCUTS)) {
      await press(change);
      await page.getByText(recorder.press).waitFor();
      await page.keyboard.press(key);
      await check(`new shortcut, ${name}`);
      await press(recorder.cancel);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await press(keys.remove(pseudo('Length')));
    await checkPopup('reset all shortcuts', () => press(keys.resetAll));
    await page.getByRole('searchbox').fill('nothing like this');
    await check('no match');
    expect(problems).toEqual([]);
    await close();
  });

  it('has all texts in catalogues and none clipped while the server is offline', async () => {
    const relay = await startRelay(site.product.url);
    const product = { ...site.product, url: relay.url };
    const { page, problems, open, check, close } = await openPseudo(
      { ...site, product },
      'physician',
    );
    await open('/patient-list', 'Patients');
    await page.getByText(layoutTexts.connection.online).first().waitFor({ state: 'attached' });
    await relay.stop();
    await page.getByText(layoutTexts.connection.offline).first().waitFor();
    await check('offline list');
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, '/study-list');
    await page.getByRole('alert').first().waitFor();
    await check('list not loaded');
    await relay.start();
    expect(problems).toEqual([]);
    await close();
    await relay.stop();
  });

  it('has all texts in catalogues and none clipped in the warning before the sign-out', async () => {
    const { page, problems, open, check, close } = await openPseudo(site, 'physician');
    await page.clock.install();
    await page.reload();
    await open('/home', 'Home');
    await page.clock.fastForward((IDLE_MINUTES - 1) * 60_000 + 5_000);
    await page.getByText(sessionTexts.idle.title).waitFor();
    await check('idle warning');
    expect(problems).toEqual([]);
    await close();
  });

  it('is checked: a text outside of the catalogues and a clipped text are found', async () => {
    const { page, problems, check, close } = await openPseudo(site, null);
    await page.goto(site.product.url);
    await drawn(page);
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        `<p style="position: fixed; top: 0">Planted text</p>
        <button style="position: fixed; top: 40px" aria-label="Planted name">⟦x⟧</button>
        <p style="position: fixed; top: 80px; width: 40px; overflow: hidden; white-space: nowrap">⟦Planted clipped⟧</p>`,
      );
    });
    await check('planted');
    expect(problems.filter((problem) => problem.includes('at 1920'))).toEqual([
      'planted at 1920: text: Planted text',
      'planted at 1920: aria-label: Planted name',
      'planted at 1920: wide: ⟦Planted clipped⟧',
    ]);
    await close();
  });
});
