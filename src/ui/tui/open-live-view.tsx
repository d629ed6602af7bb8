import type { Event } from '../../core/event.ts';
import { emptyLiveModel, nextLiveModel } from '../live-model.ts';
import { render } from './ink.ts';
import { LiveRows } from './live-rows.tsx';

/** A drawn view of events. It decides nothing; `close` leaves the last picture and gives the terminal back. */
export interface LiveView {
  emit(event: Event): void;
  close(): void;
}

const redrawEveryMs = 250;

/** Draws to a terminal until it is closed. Keyboard input is left alone, so Ctrl-C stays the signal that it is. */
export function openLiveView(terminal: NodeJS.WriteStream): LiveView {
  let model = emptyLiveModel;
  const picture = () => <LiveRows model={model} nowMs={performance.now()} height={terminal.rows - 1} />;
  const drawn = render(picture(), { stdout: terminal, stderr: terminal, exitOnCtrlC: false, patchConsole: false });
  const timer = setInterval(() => {
    drawn.rerender(picture());
  }, redrawEveryMs);
  return {
    emit(event) {
      model = nextLiveModel(model, event, performance.now());
      drawn.rerender(picture());
    },
    close() {
      clearInterval(timer);
      drawn.rerender(picture());
      drawn.unmount();
    },
  };
}
