import type { FailureTexts } from '../failure-class.ts';
import type { CliFailures } from '../failure/cli.ts';

export const cliTexts = {
  confirmation_required: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `${f.command} deletes things and there is no terminal to ask on: nothing was changed; --yes confirms it`,
  },
  declined: {
    class: 'cancelled',
    left: 'nothing',
    message: (f) => `${f.command} was not confirmed${f.typed === null ? '' : ` (typed ${JSON.stringify(f.typed)})`}: nothing was changed`,
  },
  command_not_available: {
    class: 'usage',
    left: 'nothing',
    message: (f) => `${f.command} is not there yet in this version`,
  },
  interrupted: {
    class: 'cancelled',
    left: 'known',
    message: (f) => `${f.command} was interrupted; what runs keeps running`,
  },
} satisfies FailureTexts<CliFailures>;
