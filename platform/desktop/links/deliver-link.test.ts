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

describe('deliverLink', () => {
  it('rejects a link to another site and passes none of its content on', async () => {
    const { targets, published, opened } = window({ isSignedIn: true });
    const response = await deliverLink('https://evil.example/external-link?pwd=S3cret', targets);
    expect(response).toEqual({ refusal: 'Failed to open the provided URL.' });
    expect(published).toEqual(['clockface://refused']);
    expect(opened).toEqual([]);
  });

  it('publishes the link to a signed-in window without user name and password', async () => {
    const { targets, published, opened } = window({ isSignedIn: true });
    expect(await deliverLink(LINK, targets)).toEqual({ refusal: null });
    expect(published).toEqual(['clockface://external-link?action=openPatient&mrn=CF-1']);
    expect(opened).toEqual([]);
  });

  it('opens the link with credentials for the form if no user is signed in', async () => {
    const { targets, opened, lines } = window({});
    expect(await deliverLink(LINK, targets)).toEqual({ refusal: null });
    const credentials = { email: 'ada', password: 'S3cret' };
    expect(opened).toEqual([['action=openPatient&mrn=CF-1', credentials]]);
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toMatch(/S3cret|ada|CF-1/);
  });

  it('returns the specified error if the window does not accept the link', async () => {
    const { targets } = window({ accepts: false });
    expect(await deliverLink(LINK, targets)).toEqual({
      refusal: 'Failed to transit to external-link. Please restart app.',
    });
  });

  it('only brings the window to the front without a link', async () => {
    const { targets, published, front } = window({ isSignedIn: true });
    expect(await deliverLink(null, targets)).toEqual({ refusal: null });
    expect([published, front()]).toEqual([[], 1]);
  });
});
