import { type Failure, failure } from '../../core/failure.ts';
import { neededTools, toolPurposes, type ToolPurpose } from '../../core/host/needed-tools.ts';
import { fail, ok } from '../../core/result.ts';
import type { HostLook } from './host-look.ts';

function toolsLook(purpose: ToolPurpose, name: string): HostLook {
  const { words, required } = toolPurposes[purpose];
  return {
    name,
    needs: `the programs for ${words}`,
    required,
    run: ({ packages, resources, guest }) => {
      const wanted = neededTools(resources.arch()).filter((each) => each.purpose === purpose);
      const missing = packages.missing(wanted);
      const reached = purpose === 'machines' ? guest.tools() : ok(undefined);
      const failures: Failure[] = missing.map((each) =>
        failure('tool_missing', { tool: each.tool, packages: each.packages.join(' or ') }),
      );
      // Where distributions hide it is no place for ssh: that is run by its name.
      const hidden = (reached.ok ? [] : reached.failures).filter(
        (each) => each.reason !== 'tool_missing' || missing.every(({ tool }) => tool !== each.tool),
      );
      failures.push(...hidden);
      if (failures.length > 0) return Promise.resolve(fail(...failures));
      return Promise.resolve(
        ok(wanted.length === 0 ? 'nothing is needed here' : wanted.map(({ tool }) => tool).join(', ')),
      );
    },
  };
}

/** The distribution's programs, by what they are for; what serves shares has more to it and a look of its own. */
export const toolsLooks: readonly HostLook[] = [
  toolsLook('machines', 'programs'),
  toolsLook('firmware', 'UEFI'),
  toolsLook('mini', 'mini recipe'),
  toolsLook('debian', 'debian recipe'),
];
