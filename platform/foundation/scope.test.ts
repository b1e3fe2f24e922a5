import { describe, expect, it } from 'vitest';
import { Emitter, newId, Scope, toDisposable } from '#foundation';

describe('Scope', () => {
  it('disposes its members, newest first, including children', () => {
    const order: string[] = [];
    const scope = new Scope('app');
    scope.own(toDisposable(() => order.push('first')));
    const child = scope.child('mode');
    child.own(toDisposable(() => order.push('child')));
    scope.own(toDisposable(() => order.push('last')));
    scope.dispose();
    expect(order).toEqual(['last', 'child', 'first']);
    expect(scope.size).toBe(0);
    expect(child.ended).toBe(true);
  });

  it('disposes an item at once if already ended', () => {
    const scope = new Scope('app');
    scope.dispose();
    let disposed = false;
    scope.own(toDisposable(() => (disposed = true)));
    expect(disposed).toBe(true);
  });

  it('disposes the other members when a member throws, and reports the error', () => {
    const scope = new Scope('app');
    let disposed = false;
    scope.own(toDisposable(() => (disposed = true)));
    scope.own({
      dispose() {
        throw new Error('stuck');
      },
    });
    expect(() => scope.dispose()).toThrow('stuck');
    expect(disposed).toBe(true);
  });

  it('removes a child that ends by itself', () => {
    const scope = new Scope('app');
    scope.child('mode').dispose();
    expect(scope.size).toBe(0);
  });
});

describe('Emitter', () => {
  it('stops notifying a disposed listener', () => {
    const emitter = new Emitter<number>();
    const received: number[] = [];
    const subscription = emitter.on((value) => received.push(value));
    emitter.emit(1);
    subscription.dispose();
    emitter.emit(2);
    expect(received).toEqual([1]);
    expect(emitter.listenerCount).toBe(0);
  });
});

describe('newId', () => {
  it('returns version 7 UUIDs that sort by time', () => {
    const earlier = newId(1_000);
    const later = newId(2 ** 41);
    expect(earlier).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(earlier < later).toBe(true);
    expect(Number.parseInt(later.replaceAll('-', '').slice(0, 12), 16)).toBe(2 ** 41);
  });
});
