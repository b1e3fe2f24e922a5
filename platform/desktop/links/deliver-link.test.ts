import { describe, expect, it } from 'vitest';
import { deliverLink } from './deliver-link.ts';

const LINK = 'clockface://external-link?action=openPatient&mrn=CF-1&username=ada&password=S3cret';

function window({ isSignedIn = false, accepts = true }) {
  const published: string[] = [];
  const opened: unknown[] = [];
  let front = 0;
  const lines: unknown[] = [];
  const targets = {
    log: { log: (...line: unknown[]) => void lines.push(line) },
    base: 'http://127.0.0.1:4300/',
    connection: { openUrl: async (url: string) => published.push(url) > 0 && isSignedIn },
    window: {
      bringToFront: async () => {
        front += 1;
      },
      open: async (...all: unknown[]) => opened.push(all) > 0 && accepts,
    },
  };
  return { targets, lines, published, opened, front: () => front };
}

describe('a link for the window', () => {
  it('to another place is refused in words; nothing of it leaves the shell', async () => {
    const { targets, published, opened } = window({ isSignedIn: true });
    const response = await deliverLink('https://evil.example/external-link?pwd=S3cret', targets);
    expect(response).toEqual({ refusal: 'Failed to open the provided URL.' });
    expect(published).toEqual(['clockface://refused']);
    expect(opened).toEqual([]);
  });

  it('is told to whoever is signed in, without user name and password', async () => {
    const { targets, published, opened } = window({ isSignedIn: true });
    expect(await deliverLink(LINK, targets)).toEqual({ refusal: null });
    expect(published).toEqual(['clockface://external-link?action=openPatient&mrn=CF-1']);
    expect(opened).toEqual([]);
  });

  it('leads the window itself while nobody is signed in, with both for the form', async () => {
    const { targets, opened, lines } = window({});
    expect(await deliverLink(LINK, targets)).toEqual({ refusal: null });
    const credentials = { email: 'ada', password: 'S3cret' };
    expect(opened).toEqual([['action=openPatient&mrn=CF-1', credentials]]);
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toMatch(/S3cret|ada|CF-1/);
  });

  it('that the window does not take is told as the specification says', async () => {
    const { targets } = window({ accepts: false });
    expect(await deliverLink(LINK, targets)).toEqual({
      refusal: 'Failed to transit to external-link. Please restart app.',
    });
  });

  it('may be none: the window comes to the front', async () => {
    const { targets, published, front } = window({ isSignedIn: true });
    expect(await deliverLink(null, targets)).toEqual({ refusal: null });
    expect([published, front()]).toEqual([[], 1]);
  });
});
