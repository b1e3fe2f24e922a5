import { describe, expect, it } from 'vitest';
import { deliverLink } from './deliver-link.ts';

const LINK = 'clockface://external-link?action=openPatient&mrn=CF-1&username=ada&password=S3cret';

function createTargets({ isSignedIn = false, accepts = true }) {
  const published: string[] = [];
  const opened: unknown[] = [];
  let frontCount = 0;
  const lines: unknown[] = [];
  const targets = {
    log: { log: (...line: unknown[]) => void lines.push(line) },
    base: 'http://127.0.0.1:4300/',
    connection: {
      openUrl: async (url: string) => {
        published.push(url);
        return isSignedIn;
      },
    },
    window: {
      bringToFront: async () => {
        frontCount += 1;
      },
      open: async (...args: unknown[]) => {
        opened.push(args);
        return accepts;
      },
    },
  };
  return { targets, lines, published, opened, frontCount: () => frontCount };
}

describe('deliverLink', () => {
  it('rejects a link to another site and passes none of its content on', async () => {
    const { targets, published, opened } = createTargets({ isSignedIn: true });
    const response = await deliverLink('https://evil.example/external-link?pwd=S3cret', targets);
    expect(response).toEqual({ refusal: 'Failed to open the provided URL.' });
    expect(published).toEqual(['clockface://refused']);
    expect(opened).toEqual([]);
  });

  it('publishes the link to a signed-in window without user name and password', async () => {
    const { targets, published, opened } = createTargets({ isSignedIn: true });
    expect(await deliverLink(LINK, targets)).toEqual({ refusal: null });
    expect(published).toEqual(['clockface://external-link?action=openPatient&mrn=CF-1']);
    expect(opened).toEqual([]);
  });

  it('opens the link with credentials for the form if no user is signed in', async () => {
    const { targets, opened, lines } = createTargets({});
    expect(await deliverLink(LINK, targets)).toEqual({ refusal: null });
    const credentials = { email: 'ada', password: 'S3cret' };
    expect(opened).toEqual([['action=openPatient&mrn=CF-1', credentials]]);
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toMatch(/S3cret|ada|CF-1/);
  });

  it('returns the specified error if the window does not accept the link', async () => {
    const { targets } = createTargets({ accepts: false });
    expect(await deliverLink(LINK, targets)).toEqual({
      refusal: 'Failed to transit to external-link. Please restart app.',
    });
  });

  it('only brings the window to the front without a link', async () => {
    const { targets, published, frontCount } = createTargets({ isSignedIn: true });
    expect(await deliverLink(null, targets)).toEqual({ refusal: null });
    expect([published, frontCount()]).toEqual([[], 1]);
  });
});
