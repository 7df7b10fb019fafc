import { beforeEach, describe, expect, it } from 'vitest';
import { OPEN, Socket, TIMES, type Status, type Surroundings, type Transport } from './socket';

type Line = Transport & { readyState: number; sent: string[]; closed: boolean };

/** A world with its own clock and lines that can be cut. */
class World implements Surroundings {
  time = 0;
  lines: Line[] = [];
  timers: { at: number; run: () => void; id: number }[] = [];
  ids = 0;

  connect() {
    const line: Line = {
      readyState: OPEN,
      sent: [],
      closed: false,
      onopen: null,
      onmessage: null,
      onclose: null,
      send(data: string) {
        if (line.readyState !== OPEN) throw new Error('the line does not take anything any more');
        line.sent.push(data);
      },
      close() {
        line.closed = true;
      },
    };
    this.lines.push(line);
    return line;
  }
  now = () => this.time;
  random = () => 0.5;
  later = (run: () => void, ms: number) => {
    const id = ++this.ids;
    this.timers.push({ at: this.time + ms, run, id });
    return id;
  };
  forget = (id: unknown) => {
    this.timers = this.timers.filter((timer) => timer.id !== id);
  };

  get line() {
    return this.lines.at(-1)!;
  }
  pass(ms: number) {
    const end = this.time + ms;
    for (;;) {
      const next = this.timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.time = next.at;
      this.forget(next.id);
      next.run();
    }
    this.time = end;
  }
  hear(message: object) {
    this.line.onmessage?.({ data: JSON.stringify(message) });
  }
  types() {
    return this.line.sent.map((text) => JSON.parse(text).type);
  }
}

describe('the socket', () => {
  let world: World;
  let socket: Socket;
  let heard: { type: string }[];
  let states: Status[];

  beforeEach(() => {
    world = new World();
    heard = [];
    states = [];
    socket = new Socket(
      { url: () => 'ws://x', message: (message) => heard.push(message), status: (status) => states.push(status) },
      world,
    );
    world.line.onopen?.();
  });

  it('numbers commands and forgets them when they are answered', () => {
    expect(socket.command({ type: 'undo' })).toBe(1);
    expect(socket.command({ type: 'draw' })).toBe(2);
    expect(socket.waiting).toBe(2);
    world.hear({ type: 'ack', id: 1, version: 3 });
    world.hear({ type: 'refused', id: 2 });
    expect(socket.waiting).toBe(0);
    expect(heard.map((message) => message.type)).toEqual(['ack', 'refused']);
  });

  it('says that nothing comes before it gives the line up, and that something comes again', () => {
    const quiet: boolean[] = [];
    socket.close();
    world = new World();
    const handlers = {
      url: () => 'ws://x',
      message: () => {},
      status: () => {},
      quiet: (is: boolean) => quiet.push(is),
    };
    socket = new Socket(handlers, world);
    world.line.onopen?.();
    world.pass(TIMES.quiet + 2 * TIMES.look);
    expect(quiet).toEqual([true]);
    world.hear({ type: 'pong', t: 0 });
    expect(quiet).toEqual([true, false]);
    expect(world.lines).toHaveLength(1);
  });

  it('knows at once when the device has no network, and when it has one again', () => {
    let [lost, back] = [() => {}, () => {}];
    socket.close();
    world = new World();
    const around: Surroundings = Object.assign(world, {
      network: (first: () => void, second: () => void) => {
        [lost, back] = [first, second];
        return () => {};
      },
    });
    socket = new Socket({ url: () => 'ws://x', message: () => {}, status: () => {} }, around);
    world.line.onopen?.();
    lost();
    expect(socket.status).toBe('lost');
    back();
    expect(socket.status).toBe('connecting');
  });

  it('asks who we are when the session has ended, and comes back without old commands', async () => {
    const asked: ((known: boolean) => void)[] = [];
    socket.close();
    world = new World();
    const around: Surroundings = Object.assign(world, {
      renew: () => new Promise<void>((yes, no) => asked.push((known) => (known ? yes() : no(new Error('away'))))),
    });
    socket = new Socket({ url: () => 'ws://x', message: () => {}, status: () => {} }, around);
    world.line.onopen?.();
    socket.command({ type: 'move' });
    world.line.onclose?.({ code: 4401 });
    expect(socket.waiting).toBe(0);
    world.pass(TIMES.renew);
    expect(asked).toHaveLength(0);
    world.pass(TIMES.first);
    expect(asked).toHaveLength(1);
    expect(world.lines).toHaveLength(1);
    // The server cannot be reached: it is asked again later, and only then is there another line.
    asked[0]!(false);
    await Promise.resolve().then(() => {});
    expect(socket.status).toBe('lost');
    world.pass(TIMES.most);
    expect(asked).toHaveLength(2);
    asked[1]!(true);
    await Promise.resolve().then(() => {});
    expect(world.lines).toHaveLength(2);
    // From then on it is a line like any other.
    world.line.onopen?.();
    world.line.onclose?.({ code: 1006 });
    socket.retry();
    expect(asked).toHaveLength(2);
    expect(world.lines).toHaveLength(3);
  });

  it('sends an unanswered command again with the same number', () => {
    socket.command({ type: 'move' });
    world.pass(TIMES.resend + 2 * TIMES.look);
    const moves = world.line.sent.map((text) => JSON.parse(text)).filter((message) => message.type === 'move');
    expect(moves.length).toBeGreaterThan(1);
    expect(new Set(moves.map((message) => message.id))).toEqual(new Set([1]));
  });

  it('keeps commands over a lost connection and sends them in order', () => {
    world.line.onclose?.({ code: 1006 });
    socket.command({ type: 'first' });
    socket.command({ type: 'second' });
    world.pass(TIMES.first);
    expect(world.lines).toHaveLength(2);
    world.line.onopen?.();
    expect(world.types()).toEqual(['first', 'second', 'ping']);
  });

  it('writes nothing to a line that is closing, and loses nothing', () => {
    const old = world.line;
    old.readyState = 2;
    socket.command({ type: 'move' });
    socket.tell({ type: 'phrase' });
    world.pass(TIMES.resend + 2 * TIMES.look);
    expect(old.sent.map((text) => JSON.parse(text).type)).toEqual(['ping']);
    expect(socket.waiting).toBe(1);
    old.onclose?.({ code: 1012 });
    world.pass(1000);
    world.line.onopen?.();
    expect(world.types()).toEqual(['move', 'ping']);
  });

  it('pings after each pong and measures the way', () => {
    expect(world.types()).toEqual(['ping']);
    world.hear({ type: 'pong', t: 0 });
    world.pass(TIMES.ping);
    expect(world.types()).toEqual(['ping', 'ping']);
  });

  it('gives a silent line up', () => {
    world.pass(TIMES.silence + 2 * TIMES.look);
    expect(world.lines[0]?.closed).toBe(true);
    expect(states).toContain('lost');
  });

  it('waits longer after each failure, and starts over once somebody speaks', () => {
    const pauses: number[] = [];
    for (let i = 0; i < 4; i++) {
      const before = world.time;
      const count = world.lines.length;
      world.line.onclose?.({ code: 1006 });
      while (world.lines.length === count) world.pass(50);
      pauses.push(world.time - before);
    }
    expect(pauses[3]!).toBeGreaterThan(pauses[0]! * 4);
    world.line.onopen?.();
    world.hear({ type: 'pong', t: 0 });
    const count = world.lines.length;
    world.line.onclose?.({ code: 1006 });
    world.pass(TIMES.first);
    expect(world.lines.length).toBe(count + 1);
  });

  it('comes back within a second after a restart of the server', () => {
    world.line.onclose?.({ code: 1012 });
    world.pass(1000);
    expect(world.lines).toHaveLength(2);
  });

  it('stops where trying again is useless', () => {
    world.line.onclose?.({ code: 4404 });
    world.pass(60_000);
    expect(world.lines).toHaveLength(1);
    expect(socket.status).toBe('closed');
  });

  it('survives messages that are not understood', () => {
    world.line.onmessage?.({ data: '{' });
    world.line.onmessage?.({ data: '17' });
    world.line.onmessage?.({ data: 'null' });
    expect(heard).toEqual([]);
  });
});
